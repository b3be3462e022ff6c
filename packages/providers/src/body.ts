import { createParser } from 'eventsource-parser';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** One message of a body: an event of a stream, a complete JSON text, or anything else. */
export interface BodyMessage {
  form: 'event' | 'json' | 'page';
  data: string;
  /** The name of an event that has one. */
  name?: string;
  /** The connection closed before this event's end. */
  isTruncated?: boolean;
}

/** Characters of one line, or of a complete JSON answer: more than any model sends. */
export const maxCharacters = 16 * 1024 * 1024;
const maxPageLength = 64 * 1024;

/** Milliseconds of work on a flood after which the page gets to paint and handle input. */
const slice = 8;
/** Bytes processed between two checks of the time: the network may deliver many more together. */
const portion = 64 * 1024;

export class TooLargeError extends Error {}

/**
 * The messages of a response, one list for each chunk from the network. The first characters decide the format
 * before the content type does, which servers get wrong. Throws what the network throws, and TooLargeError.
 */
export async function* messagesOf(
  response: Response,
  signal: AbortSignal,
): AsyncGenerator<BodyMessage[], void> {
  const isDeclared = /event-stream/i.test(response.headers.get('content-type') ?? '');
  const decoder = new TextDecoder();
  let collect: Collector | null = null;
  for await (const bytes of bytesOf(response.body, signal)) {
    let text = decoder.decode(bytes, { stream: true });
    if (!collect) {
      text = text.trimStart(); // DeepSeek keeps a queued caller warm with blank lines
      if (text) collect = collectors[formOf(text, isDeclared)]();
    }
    const messages = collect?.add(text) ?? [];
    if (messages.length > 0) yield messages;
  }
  const messages = collect?.end(decoder.decode()) ?? [];
  if (messages.length > 0) yield messages;
}

/** The beginning of a body as text, such as a refusal; if the connection breaks, as far as it arrived. */
export async function readBeginning(
  response: Response,
  signal: AbortSignal,
  most = maxPageLength,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const bytes of bytesOf(response.body, signal)) {
      text += decoder.decode(bytes, { stream: true });
      if (text.length > most) break;
    }
  } catch {
    // The status and the text so far are enough.
  }
  return text;
}

async function* bytesOf(body: ReadableStream<Uint8Array> | null, signal: AbortSignal) {
  if (!body) return;
  const reader = body.getReader();
  const stop = () => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', stop, { once: true });
  let busy = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (let at = 0; at < value.length; at += portion) {
        const start = performance.now();
        yield value.subarray(at, at + portion);
        busy += performance.now() - start;
        if (busy <= slice) continue;
        await yieldToEventLoop();
        busy = 0;
      }
    }
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

function formOf(text: string, isDeclaredStream: boolean): BodyMessage['form'] {
  if (/^[{[]/.test(text)) return 'json';
  if (text.startsWith('<')) return 'page';
  const isField = [':', 'data', 'event', 'id', 'retry'].some(
    (field) => text.startsWith(field) || field.startsWith(text),
  );
  return isDeclaredStream || isField ? 'event' : 'page';
}

interface Collector {
  add(text: string): BodyMessage[];
  /** Takes the last text; also returns what was waiting for more. */
  end(text: string): BodyMessage[];
}

const collectors: Record<BodyMessage['form'], () => Collector> = {
  event: events,
  json: () => wholeText('json'),
  page: () => wholeText('page'),
};

function events(): Collector {
  let messages: BodyMessage[] = [];
  const parser = createParser({
    maxBufferSize: maxCharacters,
    onEvent: ({ data, event }) =>
      messages.push({ form: 'event', data, ...(event !== undefined && { name: event }) }),
    onError: ({ type, field, value = '' }) => {
      if (type === 'max-buffer-size-exceeded') throw new TooLargeError();
      // As llama.cpp said it through 2025: `error: {…}`, where the format has no such field.
      if (field === 'error') messages.push({ form: 'event', name: field, data: value });
    },
  });
  const separate = separateEvents();
  function add(text: string) {
    messages = [];
    parser.feed(separate(text));
    return messages;
  }
  return {
    add,
    end(text) {
      const whole = add(text);
      // Some servers close without the last blank line.
      return [...whole, ...add('\n\n').map((message) => ({ ...message, isTruncated: true }))];
    },
  };
}

/**
 * Adds the blank lines that some servers leave out between two events, each of which is a JSON object on one line. No
 * object goes on with a line that begins another one.
 */
function separateEvents(): (text: string) => string {
  let held = '';
  return (more) => {
    const text = held + more;
    held = maybeBetween.exec(text.slice(-16))?.[0] ?? '';
    return text.slice(0, text.length - held.length).replace(between, '}\n\n$1');
  };
}

const between = /\}[ \t]{0,2}(?:\r\n|\n|\r)(data: ?(?:\{|\[DONE))/g;
/** The end of a text that may turn out to be such a place. */
const maybeBetween = /\}[ \t]{0,2}(?:(?:\r\n|\n|\r)(?:d|da|dat|data:?|data: ?|data: ?\[D?O?N?)?)?$/;

/** Everything until the end as one message; of a page only the beginning. */
function wholeText(form: 'json' | 'page'): Collector {
  const texts: string[] = [];
  let length = 0;
  function add(text: string): BodyMessage[] {
    if (form === 'json' || length < maxPageLength) texts.push(text);
    length += text.length;
    if (form === 'json' && length > maxCharacters) throw new TooLargeError();
    return [];
  }
  return { add, end: (text) => [...add(text), { form, data: texts.join('') }] };
}
