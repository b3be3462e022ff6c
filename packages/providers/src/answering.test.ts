import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import type { AnswerEvent } from './answer.ts';
import { maxAnswerLength } from './answer-events.ts';
import { streamAnswer } from './answering.ts';
import { maxCharacters } from './body.ts';
import type { ProviderName } from './question.ts';
import {
  broken,
  collectEvents,
  encoded,
  joined,
  json,
  key,
  network,
  questionOf,
  stream,
  textIn,
} from './testing/network.ts';

const says = (content: string, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: finish }] })}\n\n`;
const failureOf = async (type: ProviderName, response: Response | Error, config = {}) => {
  const events = await collectEvents(questionOf(type, config), network(response));
  const last = events.at(-1);
  return { text: textIn(events), failure: last?.type === 'failed' ? last.failure : null };
};

test('however the network splits an answer, the user gets the same', async () => {
  const piece = fc.record({
    text: fc.string({ unit: 'grapheme' }),
    reasoning: fc.string({ unit: 'grapheme' }),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    comment: fc.boolean(),
  });
  const answers = fc.tuple(fc.array(piece, { maxLength: 6 }), fc.array(fc.nat(), { maxLength: 12 }));
  await fc.assert(
    fc.asyncProperty(answers, async ([pieces, cuts]) => {
      const body = pieces
        .map(({ text, reasoning, lineEnd, comment }) => {
          const delta = { content: text, reasoning_content: reasoning };
          const line = `data: ${JSON.stringify({ choices: [{ delta }] })}${lineEnd}${lineEnd}`;
          return comment ? `: wait${lineEnd}${lineEnd}${line}` : line;
        })
        .join('');
      const whole = `${body}${says('', 'stop')}data: [DONE]\n\n`;
      const { length } = encoded(whole);
      const events = await collectEvents(
        questionOf('openai'),
        network(
          stream(
            whole,
            cuts.map((cut) => cut % length),
          ),
        ),
      );
      const expected = pieces.flatMap(({ text, reasoning }): AnswerEvent[] => [
        ...(reasoning ? [{ type: 'reasoning' as const, text: reasoning }] : []),
        ...(text ? [{ type: 'text' as const, text }] : []),
      ]);
      expect(joined(events)).toEqual([...joined(expected), { type: 'ended', because: 'done', raw: 'stop' }]);
    }),
    { numRuns: 150 },
  );
});

test('a burst of many words in one network chunk is yielded word by word', async () => {
  const words = Array.from({ length: 500 }, (_, index) => `${index} `);
  const text = words.map((word) => says(word)).join('');
  const events = await collectEvents(questionOf('openai'), network(stream(`${text}data: [DONE]\n\n`)));
  expect(events.flatMap((event) => (event.type === 'text' ? [event.text] : []))).toEqual(words);
});

test.each([
  ['vLLM', 'http://192.168.1.20:8000', json({ detail: 'Not Found' }, 404)],
  ['Ollama', 'http://192.168.1.20:8000', new Response('404 page not found\n', { status: 404 })],
  [
    'a proxy',
    'http://192.168.1.20:8000',
    new Response('<html><title>404 Not Found</title>', { status: 404 }),
  ],
  [
    'Express',
    'http://192.168.1.20:8000',
    new Response('<!DOCTYPE html><title>Error</title><pre>Cannot POST /chat', { status: 404 }),
  ],
  ['a server without words', 'http://192.168.1.20:8000', new Response(null, { status: 404 })],
  ['Azure', 'http://192.168.1.20:8000', json({ error: { code: '404', message: 'Resource not found' } }, 404)],
])('%s has no chat at this path: it is not the model that is missing', async (_, endpoint, response) => {
  const events = await collectEvents(questionOf('openai', { endpoint, model: 'qwen3' }), network(response));
  expect(events).toMatchObject([
    {
      type: 'failed',
      failure: {
        kind: 'bad-answer',
        message:
          'There is no chat at 192.168.1.20:8000/chat/completions. Check the API Endpoint in settings: most servers have it under /v1.',
        status: 404,
        retryable: false,
      },
    },
  ]);
});

test.each([
  [
    'another host says that a model is missing',
    'http://localhost/v1',
    { message: 'The model `x` does not exist.' },
  ],
  [
    'another host has nobody for a model',
    'https://openrouter.ai/api/v1',
    { message: 'No endpoints found for x.' },
  ],
  ['the provider itself does not find it', 'https://api.openai.com/v1', { message: 'Not found' }],
])('%s', async (_, endpoint, error) => {
  const net = network(json({ error }, 404));
  const events = await collectEvents(questionOf('openai', { endpoint, model: 'x' }), net);
  expect(events).toMatchObject([{ failure: { kind: 'model', message: error.message } }]);
});

test('where the address has a version, only the address is to be checked', async () => {
  const endpoint = 'http://localhost:8000/api/v1';
  const net = network(json({ detail: 'Not Found' }, 404));
  const events = await collectEvents(questionOf('openai', { endpoint, model: 'x' }), net);
  expect(events).toMatchObject([
    {
      failure: {
        message:
          'There is no chat at localhost:8000/api/v1/chat/completions. Check the API Endpoint in settings.',
      },
    },
  ]);
});

test.each([
  ['a wrong key', json({ error: { message: 'Wrong key' } }, 401), { kind: 'key', status: 401 }],
  ['a bad request', json({ error: { message: 'Bad' } }, 400), { kind: 'other', status: 400 }],
  ['no money', json({ error: { message: 'Pay' } }, 402), { kind: 'no-credit', status: 402 }],
  ['no permission', json({ error: { message: 'No' } }, 403), { kind: 'permission', status: 403 }],
  ['no such model', json({ error: { message: 'Gone' } }, 404), { kind: 'model', status: 404 }],
  [
    'too many requests',
    json({ error: { message: 'Slow' } }, 429, { 'retry-after': '3' }),
    { kind: 'rate-limit', status: 429, retryAfter: 3000, retryable: true },
  ],
  [
    'a broken provider',
    json({ error: { message: 'Oops' } }, 500),
    { kind: 'server', status: 500, retryable: true },
  ],
  [
    'an overloaded provider',
    json({ error: { message: 'Busy' } }, 529),
    { kind: 'overloaded', status: 529, retryable: true },
  ],
  [
    'a gateway’s page',
    new Response('<html><title>Bad Gateway</title></html>', { status: 502 }),
    { kind: 'server', message: 'Bad Gateway' },
  ],
  [
    'a page under HTTP 200',
    stream('<!doctype html><title>Hi</title>', [], 'text/html'),
    { kind: 'bad-answer', details: '<!doctype html><title>Hi</title>' },
  ],
  [
    'a page that calls itself a stream',
    stream('<html></html>'),
    { kind: 'bad-answer', details: '<html></html>' },
  ],
  [
    'plain words under HTTP 200',
    stream('Ollama is running', [3], 'text/plain'),
    { kind: 'bad-answer', details: 'Ollama is running' },
  ],
  [
    'an error under HTTP 200',
    json({ code: 'The service is currently unavailable', error: 'Busy' }),
    { kind: 'overloaded', message: 'Busy', retryable: true },
  ],
  ['a detail under HTTP 200', json({ detail: 'Not Found' }), { kind: 'other', message: 'Not Found' }],
  ['JSON of another kind', json({ hello: 'world' }), { kind: 'bad-answer', details: '{"hello":"world"}' }],
  ['JSON cut in the middle', json('{"choices":[{"mess'), { kind: 'bad-answer', retryable: true }],
  ['an empty body', stream('', [], ''), { kind: 'bad-answer', retryable: true }],
  ['no body', new Response(null, { status: 204 }), { kind: 'bad-answer' }],
  ['only keep-alives', stream(': wait\n\n: wait\n\n'), { kind: 'bad-answer', retryable: true }],
  [
    'an error in plain words in a stream',
    stream('data: Internal Server Error\n\n'),
    { kind: 'bad-answer', details: 'Internal Server Error', retryable: true },
  ],
  [
    'an error in plain words with which a stream closes',
    stream(`data: ping\n\ndata: Internal Server Error for ${key}`),
    { kind: 'bad-answer', details: 'Internal Server Error for [key hidden]', retryable: true },
  ],
  [
    'an event of an error in plain words with which a stream closes',
    stream('event: error\ndata: The service is overloaded'),
    { kind: 'overloaded', message: 'The service is overloaded' },
  ],
  [
    'a garbled event',
    stream('data: {"choices":[{"delta":\n\n'),
    { kind: 'bad-answer', details: '{"choices":[{"delta":' },
  ],
  ['no network', new TypeError('Failed to fetch'), { kind: 'connect', retryable: true }],
  // The provider had answered: it is neither the key nor the internet connection.
  [
    'a connection that breaks after the response has begun, before its first word,',
    broken(''),
    {
      kind: 'bad-answer',
      message: 'The answer broke off before its first word. Try again.',
      retryable: true,
    },
  ],
])('%s is a failure, yielded and not thrown', async (_, response, failure) => {
  for (const type of ['openai', 'gemini', 'anthropic', 'deepseek', 'grok'] as const)
    expect(
      (await failureOf(type, response instanceof Response ? response.clone() : response)).failure,
      type,
    ).toMatchObject(failure);
});

test('if the network is lost after some text, the text stays and the answer counts as cut off', async () => {
  expect(await collectEvents(questionOf('openai'), network(broken(says('Half'))))).toEqual([
    { type: 'text', text: 'Half' },
    { type: 'ended', because: 'cut-off', raw: null },
  ]);
});

const chunkOf = (text: string) => ({ candidates: [{ content: { parts: [{ text }] } }] });

test('a list of chunks that ends in an error is an answer that failed, after its text', async () => {
  const busy = { error: { code: 503, message: 'Busy', status: 'UNAVAILABLE' } };
  expect(await failureOf('gemini', json([chunkOf('a'), busy]))).toMatchObject({
    text: 'a',
    failure: { kind: 'overloaded', message: 'Busy' },
  });
  expect(await failureOf('gemini', json([chunkOf('a'), { detail: 'Gone' }]))).toMatchObject({
    text: 'a',
    failure: { message: 'Gone' },
  });
});

test('a list of chunks that never says it is done was cut off', async () => {
  const events = await collectEvents(questionOf('gemini'), network(json([chunkOf('a'), chunkOf('b')])));
  expect(joined(events)).toEqual([
    { type: 'text', text: 'ab' },
    { type: 'ended', because: 'cut-off', raw: null },
  ]);
});

test('losing the network after the finish loses nothing', async () => {
  const events = await collectEvents(questionOf('openai'), network(broken(says('All', 'stop'))));
  expect(events.at(-1)).toEqual({ type: 'ended', because: 'done', raw: 'stop' });
});

test('no part of a failure contains the key', async () => {
  const shapes = [
    `Wrong key ${key}`,
    { error: { message: `Wrong ${key}`, echo: key } },
    `<title>${key}</title>`,
  ];
  for (const body of shapes) {
    const { failure } = await failureOf('openai', json(body, 400));
    expect(JSON.stringify(failure)).toContain('[key hidden]');
    expect(JSON.stringify(failure)).not.toContain(key);
  }
});

test('an unsupported provider fails with a sentence [ERR-09]', async () => {
  const net = network();
  const events = await collectEvents(
    questionOf(
      'openai',
      {},
      {
        setting: { type: 'mistral' as 'openai', config: { apiKey: 'k', endpoint: 'https://x', model: 'm' } },
      },
    ),
    net,
  );
  expect(events).toEqual([
    {
      type: 'failed',
      failure: { kind: 'unsupported-provider', message: 'Unsupported provider', retryable: false },
    },
  ]);
});

test.each([
  ['an endpoint that is no address', { endpoint: 'api.openai.com' }, 'other'],
  ['an endpoint with a password', { endpoint: 'https://me:pw@host/v1' }, 'other'],
  ['a key with an invisible character', { apiKey: 'sk-abc\u200b' }, 'key'],
  ['no model', { model: ' ' }, 'other'],
])('%s is refused before anything is sent', async (_, config, kind) => {
  const net = network();
  const events = await collectEvents(questionOf('openai', config), net);
  expect(events).toMatchObject([{ type: 'failed', failure: { kind } }]);
  expect(net.sent).toEqual([]);
});

test.each([
  ['openai', {}, /key/],
  ['openai', { endpoint: 'http://localhost:11434/v1' }, /CORS.*local network/],
  ['gemini', {}, /internet connection/],
] as const)('%s unreachable at %o gives the possible reasons', async (type, config, words) => {
  const { failure } = await failureOf(type, new TypeError('Failed to fetch'), config);
  expect(failure?.message).toMatch(words);
  expect(failure?.message).toMatch(/connect/);
  expect(failure?.message).not.toMatch(/API key/i);
});

test('a line longer than any answer stops the reading, and the text so far stays', async () => {
  const line = `data: ${'x'.repeat(maxCharacters)}`;
  const { text, failure } = await failureOf('openai', stream(says('Hi') + line, [5_000_000, 10_000_000]));
  expect(text).toBe('Hi');
  expect(failure).toMatchObject({ kind: 'bad-answer' });
});

test('an answer that never ends is read only up to the limit', async () => {
  const piece = says('x'.repeat(1_000_000));
  const { text, failure } = await failureOf('openai', stream(piece.repeat(80)));
  expect(text.length).toBeLessThan(maxAnswerLength + 1_000_001);
  expect(failure).toMatchObject({ kind: 'bad-answer', message: expect.stringMatching(/did not end/) });
});

test('one long line costs no more than its length, however small the pieces', async () => {
  const text = 'x'.repeat(2_000_000);
  const body = `${says(text)}data: [DONE]\n\n`;
  const cuts = Array.from({ length: 31_000 }, (_, index) => (index + 1) * 64);
  const began = process.cpuUsage();
  expect(textIn(await collectEvents(questionOf('openai'), network(stream(body, cuts)))).length).toBe(
    text.length,
  );
  // Growing with the square it would copy 31 GB.
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(4000);
});

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A real server that streams `first` and then stays silent; tells when the connection is gone. */
async function silentServer(first: string) {
  const gone = Promise.withResolvers<void>();
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(first);
    response.on('close', () => gone.resolve());
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}/v1`, gone: gone.promise };
}

test('an abort ends the answer quietly and closes the connection', async () => {
  const { endpoint, gone } = await silentServer(says('Hi'));
  const asker = new AbortController();
  const events: AnswerEvent[] = [];
  for await (const event of streamAnswer(questionOf('openai', { endpoint }), { signal: asker.signal })) {
    events.push(event);
    setTimeout(() => asker.abort());
  }
  await gone;
  expect(events).toEqual([{ type: 'text', text: 'Hi' }]);
});

test('an asker who leaves the loop closes the connection too', async () => {
  const { endpoint, gone } = await silentServer(says('Hi'));
  for await (const _ of streamAnswer(questionOf('openai', { endpoint }), {
    signal: new AbortController().signal,
  }))
    break;
  await gone;
});

test('an abort ends the answer even where the network does not listen to it', async () => {
  const asker = new AbortController();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoded(says('Hi'))),
  });
  const events: AnswerEvent[] = [];
  for await (const event of streamAnswer(questionOf('openai'), {
    signal: asker.signal,
    ...network(new Response(body)),
  })) {
    events.push(event);
    setTimeout(() => asker.abort());
  }
  expect(events).toEqual([{ type: 'text', text: 'Hi' }]);
});

test('an abort before the answer says nothing at all', async () => {
  const { endpoint } = await silentServer(says('Hi'));
  expect(await collectEvents(questionOf('openai', { endpoint }), { fetch }, AbortSignal.abort())).toEqual([]);
});

test('nothing that was already heard is told after an abort', async () => {
  const asker = new AbortController();
  const net = network(stream(`${says('a')}data: {"model":"m"}\n\n${says('b', 'stop')}data: [DONE]\n\n`));
  const events: AnswerEvent[] = [];
  for await (const event of streamAnswer(questionOf('openai'), { signal: asker.signal, ...net })) {
    events.push(event);
    asker.abort();
  }
  expect(events).toEqual([{ type: 'text', text: 'a' }]);
});

test('a redirect is not followed with a key', async () => {
  const server = createServer((_, response) =>
    response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const events = await collectEvents(questionOf('openai', { endpoint }), { fetch });
  expect(events).toMatchObject([{ type: 'failed', failure: { kind: 'connect' } }]);
});

test('a flood that is all there at once leaves the page its turns', async () => {
  const flood = says('word '.repeat(40)).repeat(60_000);
  const cuts = Array.from({ length: 200 }, (_, index) => (index + 1) * Math.floor(flood.length / 201));
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await collectEvents(questionOf('openai'), network(stream(flood + says('', 'stop'), cuts)));
  isOver = true;
  expect(turns).toBeGreaterThan(2);
});
