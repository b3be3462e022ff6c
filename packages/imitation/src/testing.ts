import type { HostName, Imitation } from './index.ts';

/** The response of a chat-completions host. */
export interface AskResult {
  status: number;
  body: string;
  /** The text in its stream. */
  text: string;
  /** When each chunk arrived, in milliseconds since the request. */
  reads: number[];
  broke: boolean;
  headers: Headers;
}

interface AskOptions {
  host?: HostName;
  model?: string;
  key?: string;
  headers?: Record<string, string>;
  body?: object;
  messages?: object[];
  signal?: AbortSignal;
  /** Called when the headers have arrived. */
  onHeaders?: () => void;
}

/** Asks as a page would, streaming; returns everything that arrived, however it ended. */
export async function ask(imitation: Imitation, text: string, more: AskOptions = {}): Promise<AskResult> {
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
  more.onHeaders?.();
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
