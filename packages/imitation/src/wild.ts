import type { ServerResponse } from 'node:http';
import type { ParsedDirective } from './directive.ts';
import { silence } from './send.ts';
import { data } from './wires/frame.ts';

/** A response that no honest provider would send. */
export interface WildResponse {
  /** Nothing else is sent. */
  isAll: boolean;
  isBeforeHeaders: boolean;
  write(response: ServerResponse, signal: AbortSignal): Promise<void>;
}

const wildResponses: Readonly<Record<string, (amount: number | undefined) => WildResponse>> = {
  headers: () => ({
    isAll: true,
    isBeforeHeaders: true,
    write: (response, signal) => {
      response.socket?.write('HTTP/1.1 200 OK\r\naccess-control-allow-origin: *\r\n');
      return endless(response, signal, `x-more: ${'a'.repeat(1_000)}\r\n`);
    },
  }),
  event: (megabytes = 50) => ({
    isAll: true,
    isBeforeHeaders: false,
    async write(response, signal) {
      response.write('data: {"choices":[{"delta":{"content":"');
      for (let sent = 0; sent < megabytes && !signal.aborted; sent++)
        await written(response, 'a'.repeat(1_000_000), signal);
      response.end('"}}]}\n\n');
    },
  }),
  types: () => before(() => [...wrongValues(), ...wrongEvents()].map((value) => data(value))),
  tools: (count = 5_000) => before(() => Array.from({ length: count }, (_, index) => data(toolCall(index)))),
  flood: () => ({
    isAll: true,
    isBeforeHeaders: false,
    write: (response, signal) =>
      endless(
        response,
        signal,
        data({ choices: [{ delta: { content: `${'On and on. '.repeat(100)}\n\n` } }] }),
      ),
  }),
  drip: () => ({
    isAll: true,
    isBeforeHeaders: false,
    async write(response, signal) {
      response.write('data: {"choices":[{"delta":{"content":"');
      while (!signal.aborted) {
        response.write('a');
        await silence(50, signal);
      }
    },
  }),
};

export const wildResponseOf = (directive: ParsedDirective | undefined): WildResponse | null =>
  directive ? (wildResponses[directive.words[0] ?? '']?.(directive.numbers[0]) ?? null) : null;

function before(events: () => string[]): WildResponse {
  return {
    isAll: false,
    isBeforeHeaders: false,
    async write(response, signal) {
      for (const event of events()) await written(response, event, signal);
    },
  };
}

async function endless(response: ServerResponse, signal: AbortSignal, bytes: string) {
  const much = bytes.repeat(Math.ceil(64_000 / bytes.length));
  // Before the headers, only the socket itself accepts bytes.
  const way = response.headersSent ? response : response.socket;
  while (!signal.aborted && way?.writable) if (!way.write(much)) await drained(way, signal);
}

async function written(response: ServerResponse, bytes: string, signal: AbortSignal) {
  if (!signal.aborted && !response.write(bytes)) await drained(response, signal);
}

function drained(way: NodeJS.WritableStream, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const event of ['drain', 'close', 'error']) way.off(event, done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    for (const event of ['drain', 'close', 'error']) way.once(event, done);
    signal.addEventListener('abort', done, { once: true });
  });
}

function wrongValues(): unknown[] {
  let deep: unknown = 'x';
  for (let depth = 0; depth < 2_000; depth++) deep = [deep];
  return [
    null,
    5,
    -1,
    1e308,
    true,
    'x',
    [],
    [[]],
    {},
    deep,
    { __proto__: null },
    { constructor: { name: 1 } },
  ];
}

/** Every field of our five providers, with every value it should not have. */
function wrongEvents(): unknown[] {
  const wrap: ((value: unknown) => unknown)[] = [
    (value) => ({ choices: value }),
    (value) => ({ choices: [value] }),
    (value) => ({ choices: [{ delta: value }] }),
    (value) => ({ choices: [{ delta: { content: value } }] }),
    (value) => ({ choices: [{ delta: { reasoning_content: value } }] }),
    (value) => ({ model: value, usage: value }),
    (value) => ({ usage: { prompt_tokens: value, completion_tokens: value } }),
    (value) => ({ type: value }),
    (value) => ({ type: 'message_start', message: value }),
    (value) => ({ type: 'content_block_start', index: value, content_block: value }),
    (value) => ({ type: 'content_block_delta', delta: value }),
    (value) => ({ type: 'content_block_delta', delta: { type: 'text_delta', text: value } }),
    (value) => ({ type: 'message_delta', delta: value, usage: value }),
    (value) => ({ candidates: value }),
    (value) => ({ candidates: [{ content: value }] }),
    (value) => ({ candidates: [{ content: { parts: value } }] }),
    (value) => ({ candidates: [{ content: { parts: [{ text: value }] } }] }),
    (value) => ({ usageMetadata: value, modelVersion: value }),
  ];
  // Strings are valid in some of these places, and would be part of the answer.
  const values = wrongValues().filter((value) => typeof value !== 'string');
  return wrap.flatMap((one) => values.map(one));
}

const toolCall = (index: number) => ({
  choices: [
    {
      index: 0,
      delta: {
        tool_calls: [
          { index, id: `call_${index}`, type: 'function', function: { name: 'x', arguments: '{}' } },
        ],
      },
    },
  ],
});
