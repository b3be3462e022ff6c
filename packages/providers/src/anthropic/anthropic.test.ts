import { expect, test } from 'vitest';
import { expectSameAtAnySplit } from '../testing/expect-same-at-any-split.ts';
import { collectEvents, joined, json, network, questionOf, stream } from '../testing/network.ts';

// All fixtures here are written by hand from the provider reference, none is a recording.

const event = (data: { type: string } & Record<string, unknown>) =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
const text = (text: string) =>
  event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } });
const stop = (stop_reason: string, more: object = {}) =>
  event({ type: 'message_delta', delta: { stop_reason, ...more }, usage: { output_tokens: 25 } }) +
  event({ type: 'message_stop' });
const from = async (body: string, model = 'claude-sonnet-5-5') =>
  joined(await collectEvents(questionOf('anthropic', { model }), network(stream(body))));
const bodyFor = async (model: string, more = {}) => {
  const net = network(stream(stop('end_turn')));
  await collectEvents(questionOf('anthropic', { model }, more), net);
  return net.sent[0]?.body;
};

test('a question goes to the configured endpoint with model, messages and max_tokens 4096 [CALL-09 CALL-10 CALL-11 CONST-04]', async () => {
  const net = network(stream(stop('end_turn')));
  await collectEvents(questionOf('anthropic'), net);
  expect(net.sent[0]?.url).toBe('https://api.anthropic.com/v1/messages');
  expect(net.sent[0]?.body).toEqual({
    model: 'claude-3-5-sonnet-20241022',
    max_tokens: 4096,
    messages: [{ role: 'user', content: 'Hi' }],
    stream: true,
  });
});

test('the key, the version and the browser opt-in are its headers [CALL-13 CALL-14]', async () => {
  const net = network(stream(stop('end_turn')), stream(stop('end_turn')));
  await collectEvents(questionOf('anthropic'), net);
  await collectEvents(questionOf('anthropic', { apiKey: 'none' }), net);
  const always = {
    'content-type': 'application/json',
    'anthropic-version': '2023-06-01',
    'anthropic-dangerous-direct-browser-access': 'true',
  };
  expect(net.sent[0]?.headers).toEqual({ ...always, 'x-api-key': 'secret-key-4711' });
  expect(net.sent[1]?.headers).toEqual(always);
});

test.each([
  'claude-opus-5-5',
  'claude-sonnet-5-5',
  'claude-haiku-5-5',
  'claude-fable-5-2',
  'claude-fable-5-1',
  'claude-of-tomorrow',
])('%s thinks before it speaks, and gets the room to do both [CALL-22]', async (model) => {
  expect(await bodyFor(model)).toMatchObject({
    max_tokens: 16_000,
    thinking: { type: 'adaptive', display: 'summarized' },
  });
});

test.each([
  'claude-opus-4-8',
  'claude-sonnet-4-6',
  'claude-haiku-4-5-20251001',
  'claude-3-7-sonnet',
  'my-own-model',
])('%s is asked as ever', async (model) => {
  const body = await bodyFor(model);
  expect(body.max_tokens).toBe(4096);
  expect(body).not.toHaveProperty('thinking');
});

test('instructions are top-level, the limit is the question’s, temperature is sent only where accepted', async () => {
  const options = { instructions: 'Be brief', maxTokens: 50, temperature: 0.2 };
  expect(await bodyFor('claude-haiku-4-5', options)).toMatchObject({
    system: 'Be brief',
    max_tokens: 50,
    temperature: 0.2,
  });
  expect(await bodyFor('claude-opus-5-5', options)).not.toHaveProperty('temperature');
});

test('a Claude model that the catalogue lacks is sent the temperature that was set, and answers without it if that is refused', async () => {
  const refusal = { error: { message: 'temperature: not supported by this model' } };
  const net = network(json(refusal, 400), stream(text('ok') + stop('end_turn')));
  const config = { model: 'claude-of-tomorrow' };
  const events = await collectEvents(questionOf('anthropic', config, { temperature: 0.2 }), net);
  expect(net.sent[0]?.body).toMatchObject({ temperature: 0.2 });
  // They are refused together.
  expect(net.sent[0]?.body).not.toHaveProperty('thinking');
  expect(net.sent[1]?.body).not.toHaveProperty('temperature');
  expect(events[0]).toEqual({ type: 'text', text: 'ok' });
});

test('a model that refuses the thinking parameter gets the question again without it', async () => {
  const net = network(
    json(
      { type: 'error', error: { type: 'invalid_request_error', message: 'thinking.display: not permitted' } },
      400,
    ),
    stream(text('ok') + stop('end_turn')),
  );
  const events = await collectEvents(questionOf('anthropic', { model: 'claude-sonnet-5-5' }), net);
  expect(events[0]).toEqual({ type: 'text', text: 'ok' });
  expect(net.sent[1]?.body).not.toHaveProperty('thinking');
});

test('fields that a model refuses one after the other are all dropped', async () => {
  const refusal = (message: string) =>
    json({ type: 'error', error: { type: 'invalid_request_error', message } }, 400);
  const net = network(
    refusal('thinking: not permitted'),
    refusal('`temperature` is deprecated for this model.'),
    stream(text('ok') + stop('end_turn')),
  );
  const config = { endpoint: 'http://localhost/anthropic', model: 'unknown' };
  const options = { effort: 'none', temperature: 0.5, maxTokens: 9 } as const;
  const events = await collectEvents(questionOf('anthropic', config, options), net);
  expect(events[0]).toEqual({ type: 'text', text: 'ok' });
  const { messages: _, ...left } = net.sent[2]?.body ?? {};
  expect(left).toEqual({ model: 'unknown', max_tokens: 9, stream: true });
});

test('pictures and documents are sent as blocks', async () => {
  const file = (name: string, mediaType: string) => ({
    type: 'file' as const,
    name,
    mediaType,
    data: 'AAAA',
  });
  const parts = [
    file('a.gif', 'image/gif'),
    file('a.pdf', 'application/pdf'),
    { type: 'text' as const, text: 'So?' },
  ];
  const body = await bodyFor('claude-sonnet-5-5', { messages: [{ role: 'user', parts }] });
  expect(body.messages[0].content).toEqual([
    { type: 'image', source: { type: 'base64', media_type: 'image/gif', data: 'AAAA' } },
    {
      type: 'document',
      title: 'a.pdf',
      source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' },
    },
    { type: 'text', text: 'So?' },
  ]);
});

const whole =
  event({
    type: 'message_start',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-5-5',
      content: [],
      stop_reason: null,
      usage: {
        input_tokens: 10,
        cache_creation_input_tokens: 2,
        cache_read_input_tokens: 3,
        output_tokens: 1,
      },
    },
  }) +
  event({
    type: 'content_block_start',
    index: 0,
    content_block: { type: 'thinking', thinking: '', signature: '' },
  }) +
  event({ type: 'ping' }) +
  event({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Höm' } }) +
  event({ type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'c2ln' } }) +
  event({ type: 'content_block_stop', index: 0 }) +
  event({ type: 'content_block_start', index: 1, content_block: { type: 'redacted_thinking', data: 'x' } }) +
  event({ type: 'content_block_start', index: 2, content_block: { type: 'text', text: '' } }) +
  event({ type: 'content_block_delta', index: 2, delta: { type: 'text_delta', text: 'Hel' } }) +
  event({ type: 'content_block_delta', index: 2, delta: { type: 'text_delta', text: 'lo 👋' } }) +
  event({ type: 'content_block_delta', index: 2, delta: { type: 'citations_delta', citation: {} } }) +
  event({ type: 'something_new', text: 'not an answer' }) +
  event({
    type: 'message_delta',
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: { output_tokens: 25, output_tokens_details: { thinking_tokens: 12 } },
  }) +
  event({ type: 'message_stop' });

test('a stream of anthropic is the same wherever the network splits it [CALL-12]', async () => {
  expect(await expectSameAtAnySplit('anthropic', whole)).toEqual([
    { type: 'model', model: 'claude-sonnet-5-5' },
    { type: 'reasoning', text: 'Höm' },
    { type: 'text', text: 'Hello 👋' },
    { type: 'usage', usage: { input: 15, cachedInput: 3, output: 25, reasoning: 12 } },
    { type: 'ended', because: 'done', raw: 'end_turn' },
  ]);
});

test('a whole JSON message gives the text of its text blocks [CALL-12 CALL-20]', async () => {
  const message = json({
    type: 'message',
    model: 'claude-sonnet-5-5',
    content: [
      { type: 'thinking', thinking: 'Hm', signature: 's' },
      { type: 'text', text: 'Hello', citations: null },
    ],
    stop_reason: 'end_turn',
    usage: { input_tokens: 10, output_tokens: 25 },
  });
  expect(await collectEvents(questionOf('anthropic'), network(message))).toEqual([
    { type: 'model', model: 'claude-sonnet-5-5' },
    { type: 'reasoning', text: 'Hm' },
    { type: 'text', text: 'Hello' },
    { type: 'usage', usage: { input: 10, output: 25 } },
    { type: 'ended', because: 'done', raw: 'end_turn' },
  ]);
});

test.each([
  ['end_turn', 'done'],
  ['stop_sequence', 'done'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool'],
  ['pause_turn', 'paused'],
  ['refusal', 'refused'],
  ['tomorrow', 'other'],
])('the stop reason %s means %s', async (raw, because) => {
  expect((await from(text('x') + stop(raw))).at(-1)).toEqual({ type: 'ended', because, raw });
});

test('a refusal before the first word is a failure in the provider’s words', async () => {
  const refusal = stop('refusal', {
    stop_details: { type: 'refusal', category: 'bio', explanation: 'Not this.' },
  });
  expect((await from(refusal)).at(-1)).toMatchObject({
    type: 'failed',
    failure: { kind: 'refused', message: 'Not this.' },
  });
});

test('a refusal that only names its kind is a failure in our words, with that kind', async () => {
  const refusal = stop('refusal', {
    stop_details: { type: 'refusal', category: 'cyber', explanation: null },
  });
  expect((await from(refusal)).at(-1)).toMatchObject({
    type: 'failed',
    failure: { kind: 'refused', message: 'The provider blocked this question (cyber). Rephrase it.' },
  });
});

test('an error after text keeps the text', async () => {
  const error = event({
    type: 'error',
    error: { type: 'overloaded_error', message: 'Overloaded' },
    request_id: 'r',
  });
  expect(await from(text('Half') + error)).toMatchObject([
    { type: 'text', text: 'Half' },
    { type: 'failed', failure: { kind: 'overloaded', message: 'Overloaded', retryable: true } },
  ]);
});

test('a close without message_stop ends the answer if there was a reason, and cuts it off if not', async () => {
  const half = stop('end_turn').split('event: message_stop')[0] ?? '';
  expect((await from(text('x') + half)).at(-1)).toMatchObject({ because: 'done' });
  expect((await from(text('x'))).at(-1)).toMatchObject({ because: 'cut-off' });
});

test('an answer that was cut off has no token count', async () => {
  const cut = whole.split('event: message_delta')[0] ?? '';
  expect((await from(cut)).map(({ type }) => type)).toEqual(['model', 'reasoning', 'text', 'ended']);
});

test('data without event names is understood too', async () => {
  const bare = whole.replaceAll(/event: .*\n/g, '');
  expect((await from(bare)).at(-1)).toEqual({ type: 'ended', because: 'done', raw: 'end_turn' });
});
