import type { HostName, Imitation } from './index.ts';

/** What came back when a chat-completions host was asked something. */
export interface AskResult {
  status: number;
  body: string;
  /** The text in its stream. */
  text: string;
  /** When each read came, in milliseconds since the request; and how it broke, if it did. */
  reads: number[];
  broke: boolean;
  headers: Headers;
}

interface More {
  host?: HostName;
  model?: string;
  key?: string;
  headers?: Record<string, string>;
  body?: object;
  messages?: object[];
  signal?: AbortSignal;
  /** Is called when the headers have come. */
  begun?: () => void;
}

/** Asks as a page would: streaming, and with everything that arrived, however it ends. */
export async function ask(imitation: Imitation, text: string, more: More = {}): Promise<AskResult> {
  const start = performance.now();
  const response = await fetch(imitation.endpoint(more.host ?? 'openai'), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${more.key ?? 'demo-key'}`,
      ...more.headers,
    },
    body: JSON.stringify({
      model: more.model ?? 'gpt-6-luna',
      stream: true,
      messages: more.messages ?? [{ role: 'user', content: text }],
      ...more.body,
    }),
    ...(more.signal && { signal: more.signal }),
  });
  more.begun?.();
  const chunks: Uint8Array[] = [];
  const reads: number[] = [];
  let broke = false;
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      reads.push(performance.now() - start);
    }
  } catch {
    broke = true;
  }
  const body = Buffer.concat(chunks).toString();
  return { status: response.status, body, text: textIn(body), reads, broke, headers: response.headers };
}

/** The text of every whole event in a chat-completions stream. */
export function textIn(body: string): string {
  let text = '';
  for (const line of body.split('\n')) {
    if (!line.startsWith('data: {') || !line.endsWith('}')) continue;
    text += JSON.parse(line.slice(6)).choices?.[0]?.delta?.content ?? '';
  }
  return text;
}
