import type { AnswerEvent } from '../answer.ts';
import { streamAnswer } from '../answering.ts';
import type { ProviderName, ProviderSetting, Question } from '../question.ts';

interface Sent {
  url: string;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies freely
  body: any;
  init: RequestInit;
}

/** A network that answers each request with the next response and remembers what was sent. */
export function network(...responses: (Response | Error)[]) {
  const sent: Sent[] = [];
  const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers));
    const body = init.body ? await new Response(init.body).json() : undefined;
    sent.push({ url: String(url), headers, body, init });
    const response = responses[sent.length - 1];
    if (!response) throw new Error(`Unexpected request ${sent.length}`);
    if (response instanceof Error) throw response;
    return response;
  };
  return { fetch: fetch as typeof globalThis.fetch, sent };
}

/** Bytes as the network would deliver them, split at these places. */
function inPieces(bytes: Uint8Array, splits: number[]): ReadableStream<Uint8Array> {
  const edges = [0, ...splits.toSorted((a, b) => a - b), bytes.length];
  let next = 1;
  return new ReadableStream({
    pull(controller) {
      if (next < edges.length) controller.enqueue(bytes.slice(edges[next - 1], edges[next++]));
      else controller.close();
    },
  });
}

export const encoded = (text: string) => new TextEncoder().encode(text);

export const stream = (text: string, splits: number[] = [], type = 'text/event-stream') =>
  new Response(inPieces(encoded(text), splits), { headers: { 'content-type': type } });

export const json = (value: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(typeof value === 'string' ? value : JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

/** A stream that sends this text and then breaks, as when the network is lost. */
export const broken = (text: string) =>
  new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        if (text) controller.enqueue(encoded(text));
      },
      pull(controller) {
        controller.error(new TypeError('network error'));
      },
    }),
    { headers: { 'content-type': 'text/event-stream' } },
  );

const models: Record<ProviderName, [endpoint: string, model: string]> = {
  openai: ['https://api.openai.com/v1/chat/completions', 'gpt-4o'],
  gemini: [
    'https://generativelanguage.googleapis.com/v1beta/models/gemini-pro:generateContent',
    'gemini-pro',
  ],
  anthropic: ['https://api.anthropic.com/v1/messages', 'claude-3-5-sonnet-20241022'],
  deepseek: ['https://api.deepseek.com/v1/chat/completions', 'deepseek-chat'],
  grok: ['https://api.x.ai/v1/chat/completions', 'grok-2-1212'],
};

export const key = 'secret-key-4711';

export function settingOf(
  type: ProviderName,
  config: Partial<ProviderSetting['config']> = {},
): ProviderSetting {
  const [endpoint, model] = models[type];
  return { type, config: { apiKey: key, endpoint, model, ...config } };
}

export const questionOf = (
  type: ProviderName,
  config: Partial<ProviderSetting['config']> = {},
  more: Partial<Question> = {},
): Question => ({
  setting: settingOf(type, config),
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
  ...more,
});

/** All events of an answer. */
export async function collectEvents(
  question: Question,
  { fetch }: { fetch: typeof globalThis.fetch },
  signal = new AbortController().signal,
): Promise<AnswerEvent[]> {
  const events: AnswerEvent[] = [];
  for await (const event of streamAnswer(question, { signal, fetch })) events.push(event);
  return events;
}

/** The same with adjacent texts joined: what the user gets, however the network splits it. */
export function joined(events: AnswerEvent[]): AnswerEvent[] {
  const whole: AnswerEvent[] = [];
  for (const event of events) {
    const last = whole.at(-1);
    if ((event.type === 'text' || event.type === 'reasoning') && last?.type === event.type)
      last.text += event.text;
    else whole.push({ ...event });
  }
  return whole;
}

export const textIn = (events: AnswerEvent[]) =>
  events.map((event) => (event.type === 'text' ? event.text : '')).join('');
