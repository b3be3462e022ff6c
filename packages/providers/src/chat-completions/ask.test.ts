import { expect, test } from 'vitest';
import { collectEvents, json, network, questionOf, stream } from '../testing/network.ts';

const done = () => stream('data: [DONE]\n\n');
const refusal = (message: string, status = 400) => json({ error: { message } }, status);

test.each([
  ['openai', 'https://api.openai.com/v1/chat/completions', 'gpt-4o'],
  ['deepseek', 'https://api.deepseek.com/v1/chat/completions', 'deepseek-chat'],
  ['grok', 'https://api.x.ai/v1/chat/completions', 'grok-2-1212'],
] as const)(
  '%s is asked at the configured endpoint with model and messages [CALL-02 CALL-03 CALL-04]',
  async (type, url, model) => {
    const net = network(done());
    const said = (role: 'user' | 'assistant', text: string) => ({
      role,
      parts: [{ type: 'text' as const, text }],
    });
    const messages = [said('user', 'Hi'), said('assistant', 'Hello'), said('user', 'More')];
    await collectEvents(questionOf(type, {}, { messages }), net);
    expect(net.sent).toHaveLength(1);
    expect(net.sent[0]?.url).toBe(url);
    expect(net.sent[0]?.body).toEqual({
      model,
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello' },
        { role: 'user', content: 'More' },
      ],
      stream: true,
      stream_options: { include_usage: true },
    });
  },
);

test('only content type and key are sent, and nothing about the browser [CALL-13 CALL-25]', async () => {
  const net = network(done());
  await collectEvents(questionOf('openai', { apiKey: ' sk-mine ' }), net);
  expect(net.sent[0]?.headers).toEqual({
    'content-type': 'application/json',
    authorization: 'Bearer sk-mine',
  });
  expect(net.sent[0]?.init).toMatchObject({
    method: 'POST',
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
  });
});

test.each(['none', '', ' None '])('the key "%s" sends no key at all', async (apiKey) => {
  const net = network(done());
  await collectEvents(questionOf('openai', { apiKey, endpoint: 'http://localhost:11434/v1' }), net);
  expect(net.sent[0]?.headers).toEqual({ 'content-type': 'application/json' });
});

test('pictures and documents are sent as parts, text files as text', async () => {
  const net = network(done());
  const parts = [
    { type: 'text' as const, text: 'Look' },
    { type: 'file' as const, name: 'a.png', mediaType: 'image/png', data: 'iVBO' },
    { type: 'file' as const, name: 'a.pdf', mediaType: 'application/pdf', data: 'JVBE' },
    { type: 'file' as const, name: 'a.txt', mediaType: 'text/plain', data: btoa('words') },
  ];
  await collectEvents(questionOf('openai', {}, { messages: [{ role: 'user', parts }] }), net);
  expect(net.sent[0]?.body.messages[0].content).toEqual([
    { type: 'text', text: 'Look' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } },
    { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBE' } },
    { type: 'text', text: '<file name="a.txt">\nwords\n</file>' },
  ]);
});

test('instructions, limit and temperature take the name each server knows', async () => {
  const options = { instructions: 'Be brief', maxTokens: 100, temperature: 0.5 };
  const net = network(done(), done(), done());
  await collectEvents(questionOf('openai', {}, options), net);
  await collectEvents(questionOf('openai', { model: 'gpt-6-luna' }, options), net);
  await collectEvents(
    questionOf('openai', { endpoint: 'http://localhost/v1', model: 'llama' }, options),
    net,
  );
  const [own, thinking, local] = net.sent.map(({ body }) => body);
  expect(own.messages[0]).toEqual({ role: 'developer', content: 'Be brief' });
  expect(own).toMatchObject({ max_completion_tokens: 100, temperature: 0.5 });
  expect(thinking).not.toHaveProperty('temperature');
  expect(local.messages[0]).toEqual({ role: 'system', content: 'Be brief' });
  expect(local).toMatchObject({ max_tokens: 100, temperature: 0.5 });
  expect(local).not.toHaveProperty('max_completion_tokens');
});

test.each([
  ['an old server', refusal('Unrecognized request argument supplied: stream_options', 400), { stream: true }],
  [
    'FastAPI',
    json({ detail: [{ loc: ['body', 'stream_options'], msg: 'extra fields not permitted' }] }, 422),
    { stream: true },
  ],
  [
    'an unverified organisation',
    json({ error: { message: 'must be verified to stream this model', param: 'stream' } }, 400),
    {},
  ],
])('%s that refuses one of our fields gets the question again without it', async (_, first, left) => {
  const net = network(
    first,
    stream('data: {"choices":[{"delta":{"content":"ok"},"finish_reason":"stop"}]}\n\n'),
  );
  const events = await collectEvents(questionOf('openai', { endpoint: 'http://localhost/v1' }), net);
  expect(events).toEqual([
    { type: 'text', text: 'ok' },
    { type: 'ended', because: 'done', raw: 'stop' },
  ]);
  const { model, messages, ...rest } = net.sent[1]?.body ?? {};
  expect(rest).toEqual(left);
});

test('fields that are refused one after the other are all dropped, and the other options stay', async () => {
  const net = network(
    refusal("Unsupported parameter: 'max_tokens' is not supported with this model."),
    refusal("Unsupported value: 'temperature' does not support 0 with this model."),
    refusal('reasoning_effort: extra inputs are not permitted', 422),
    stream('data: {"choices":[{"delta":{"content":"ok"},"finish_reason":"stop"}]}\n\n'),
  );
  const options = { instructions: 'Be brief', maxTokens: 9, temperature: 0, effort: 'low' } as const;
  const config = { endpoint: 'http://localhost/v1', model: 'unknown' };
  const events = await collectEvents(questionOf('openai', config, options), net);
  expect(events[0]).toEqual({ type: 'text', text: 'ok' });
  const fields = net.sent.map(({ body }) =>
    ['max_tokens', 'temperature', 'reasoning_effort'].filter((field) => field in body),
  );
  expect(fields).toEqual([
    ['max_tokens', 'temperature', 'reasoning_effort'],
    ['temperature', 'reasoning_effort'],
    ['reasoning_effort'],
    [],
  ]);
  expect(net.sent.at(-1)?.body).toMatchObject({ model: 'unknown', stream: true });
  expect(net.sent.at(-1)?.body.messages).toHaveLength(2);
});

test('a limit that has another name there is sent under that name', async () => {
  const net = network(
    refusal("'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."),
    refusal("Unsupported value: 'temperature' does not support 0 with this model."),
    stream('data: {"choices":[{"delta":{"content":"ok"},"finish_reason":"stop"}]}\n\n'),
  );
  const config = { endpoint: 'http://localhost/v1', model: 'unknown' };
  await collectEvents(questionOf('openai', config, { maxTokens: 9, temperature: 0 }), net);
  const last = net.sent[2]?.body ?? {};
  expect(last).toMatchObject({ max_completion_tokens: 9 });
  expect('max_tokens' in last || 'temperature' in last).toBe(false);
});

test('a server that asks for each name instead of the other gets neither', async () => {
  const net = network(
    refusal('Use max_completion_tokens instead.'),
    refusal('Use max_tokens instead.'),
    stream('data: {"choices":[{"delta":{"content":"ok"},"finish_reason":"stop"}]}\n\n'),
  );
  const config = { endpoint: 'http://localhost/v1', model: 'unknown' };
  const events = await collectEvents(questionOf('openai', config, { maxTokens: 9 }), net);
  expect(events[0]).toEqual({ type: 'text', text: 'ok' });
  expect(Object.keys(net.sent[2]?.body ?? {}).filter((field) => /max/.test(field))).toEqual([]);
});

test('a refusal that names no field still in the body is final', async () => {
  const net = network(refusal('stream_options unknown'), refusal('stream_options and all else unknown'));
  const events = await collectEvents(questionOf('openai'), net);
  expect(net.sent).toHaveLength(2);
  expect(events).toMatchObject([
    { type: 'failed', failure: { message: 'stream_options and all else unknown' } },
  ]);
});

test('a server that refuses everything gets at most one request for each droppable field', async () => {
  const all = 'max_tokens, temperature, reasoning_effort, thinking, stream_options: not supported';
  const net = network(refusal(all), refusal(all), refusal(all));
  const options = { maxTokens: 9, temperature: 1, effort: 'low' } as const;
  await collectEvents(
    questionOf('openai', { endpoint: 'http://localhost/v1', model: 'unknown' }, options),
    net,
  );
  expect(net.sent).toHaveLength(2);
});

test('an answer that has begun is never requested again, whatever it says', async () => {
  const net = network(stream('data: {"error":{"message":"temperature is not supported","code":400}}\n\n'));
  const config = { endpoint: 'http://localhost/v1', model: 'unknown' };
  const events = await collectEvents(questionOf('openai', config, { temperature: 1 }), net);
  expect(net.sent).toHaveLength(1);
  expect(events.at(-1)).toMatchObject({ type: 'failed' });
});

test.each([
  'System role not supported',
  'Conversation roles must alternate user/assistant/user/assistant/...',
  'Only user, assistant and tool roles are supported, got system.',
])('a template that says “%s” gets the instructions in front of the first message', async (said) => {
  const net = network(
    refusal(said),
    stream('data: {"choices":[{"delta":{"content":"ok"},"finish_reason":"stop"}]}\n\n'),
  );
  const config = { endpoint: 'http://localhost/v1', model: 'unknown' };
  const events = await collectEvents(questionOf('openai', config, { instructions: 'Be brief' }), net);
  expect(events[0]).toEqual({ type: 'text', text: 'ok' });
  expect(net.sent[1]?.body.messages).toEqual([{ role: 'user', content: 'Be brief\n\nHi' }]);
});

test('a server that refuses roles in a question without instructions is believed', async () => {
  const net = network(refusal('Conversation roles must alternate'));
  await collectEvents(questionOf('openai'), net);
  expect(net.sent).toHaveLength(1);
});

test('other refusals are not retried', async () => {
  for (const other of [refusal('bad request'), refusal('stream_options handler crashed', 500)]) {
    const net = network(other);
    await collectEvents(questionOf('openai'), net);
    expect(net.sent).toHaveLength(1);
  }
});
