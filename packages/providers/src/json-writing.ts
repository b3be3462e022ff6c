import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** Characters written before the page gets to handle its events: two milliseconds of work. */
const portion = 65_536;

/**
 * The JSON of a body as bytes, a portion at a time: thousands of messages or a file of megabytes do not block the page.
 * Rejects once the signal has fired.
 */
export async function jsonBytes(body: unknown, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const portions: Uint8Array[] = [];
  let text = '';
  for (const piece of piecesOf(body)) {
    text += piece;
    if (text.length < portion) continue;
    portions.push(encoder.encode(text));
    text = '';
    await yieldToEventLoop();
    signal.throwIfAborted();
  }
  portions.push(encoder.encode(text));
  return joined(portions);
}

/** A list whose entries are made as they are written: making thousands together would block the page. */
export const lazyList = <From, To>(list: readonly From[], make: (entry: From) => To): Iterable<To> => ({
  *[Symbol.iterator]() {
    for (const entry of list) yield make(entry);
  },
});

/** Its JSON in pieces not much longer than a portion. A surrogate pair split at an edge is escaped, and read back intact. */
function* piecesOf(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    // Half a pair is refused, and with it every further question of its chat.
    const text = value.toWellFormed();
    if (text.length <= portion) return yield JSON.stringify(text);
    yield '"';
    for (let at = 0; at < text.length; at += portion)
      yield JSON.stringify(text.slice(at, at + portion)).slice(1, -1);
    yield '"';
  } else if (typeof value !== 'object' || value === null) {
    yield JSON.stringify(value);
  } else if (isList(value)) {
    let mark = '[';
    for (const entry of value) {
      yield mark;
      yield* piecesOf(entry);
      mark = ',';
    }
    yield mark === '[' ? '[]' : ']';
  } else {
    let mark = '{';
    for (const [name, field] of Object.entries(value)) {
      yield `${mark}${JSON.stringify(name)}:`;
      yield* piecesOf(field);
      mark = ',';
    }
    yield mark === '{' ? '{}' : '}';
  }
}

const isList = (value: object): value is Iterable<unknown> => Symbol.iterator in value;

function joined(portions: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(portions.reduce((length, portion) => length + portion.length, 0));
  let at = 0;
  for (const portion of portions) {
    whole.set(portion, at);
    at += portion.length;
  }
  return whole;
}
