import { expect, test } from 'vitest';
import { expectSameAtAnySplit } from '../testing/expect-same-at-any-split.ts';
import { collectEvents, joined, json, network, questionOf, stream } from '../testing/network.ts';

// All fixtures here are written by hand from the provider reference, none is a recording.

const chunk = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const says = (text: string, finishReason?: string, more: object = {}) =>
  chunk({
    candidates: [
      {
        index: 0,
        content: { role: 'model', parts: [{ text }] },
        ...(finishReason && { finishReason }),
        ...more,
      },
    ],
  });
const from = async (body: string, model = 'gemini-3.8-flash') =>
  joined(await collectEvents(questionOf('gemini', { model }), network(stream(body))));
const sentFor = async (config = {}, more = {}) => {
  const net = network(stream(says('x', 'STOP')));
  await collectEvents(questionOf('gemini', config, more), net);
  return net.sent[0];
};

test('the configured model is used, whatever model the endpoint names [CALL-06]', async () => {
  const sent = await sentFor({ model: 'gemini-3.8-flash' });
  expect(sent?.url).toBe(
    'https://generativelanguage.googleapis.com/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse',
  );
  expect(sent?.headers).toEqual({ 'content-type': 'application/json', 'x-goog-api-key': 'secret-key-4711' });
});

test('contents have role user or model, each with parts holding text [CALL-02 CALL-07 CALL-21]', async () => {
  const said = (role: 'user' | 'assistant', text: string) => ({
    role,
    parts: [{ type: 'text' as const, text }],
  });
  const messages = [said('user', 'Hi'), said('assistant', 'Hello'), said('user', 'More')];
  expect((await sentFor({}, { messages }))?.body).toEqual({
    contents: [
      { role: 'user', parts: [{ text: 'Hi' }] },
      { role: 'model', parts: [{ text: 'Hello' }] },
      { role: 'user', parts: [{ text: 'More' }] },
    ],
  });
});

test('a model that thinks is asked to show it; limits and instructions are in their fields', async () => {
  const options = { instructions: 'Be brief', maxTokens: 9, temperature: 1 };
  expect((await sentFor({ model: 'gemini-4-argon' }, options))?.body).toMatchObject({
    systemInstruction: { parts: [{ text: 'Be brief' }] },
    generationConfig: { maxOutputTokens: 9, temperature: 1, thinkingConfig: { includeThoughts: true } },
  });
});

test('a model that takes no instructions gets them in front of the first message', async () => {
  const message = 'Developer instruction is not enabled for models/gemma-3-27b-it';
  const net = network(
    json({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }, 400),
    stream(says('ok', 'STOP')),
  );
  const question = questionOf('gemini', { model: 'gemma-3-27b-it' }, { instructions: 'Be brief' });
  expect((await collectEvents(question, net))[0]).toEqual({ type: 'text', text: 'ok' });
  expect(net.sent[1]?.body).toEqual({ contents: [{ role: 'user', parts: [{ text: 'Be brief\n\nHi' }] }] });
});

test('files are sent inline', async () => {
  const parts = [{ type: 'file' as const, name: 'a.mp4', mediaType: 'video/mp4', data: 'AAAA' }];
  const sent = await sentFor({ model: 'gemini-3.8-flash' }, { messages: [{ role: 'user', parts }] });
  expect(sent?.body.contents[0].parts).toEqual([{ inlineData: { mimeType: 'video/mp4', data: 'AAAA' } }]);
});

test('options that a model refuses one after the other are all dropped', async () => {
  const refusal = (message: string) =>
    json({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }, 400);
  const net = network(
    refusal('Thinking level is not supported for this model.'),
    refusal('Unable to submit request because it has a maxOutputTokens value of 9'),
    refusal('temperature must be 1'),
    stream(says('ok', 'STOP')),
  );
  const options = { effort: 'low', maxTokens: 9, temperature: 0 } as const;
  const events = await collectEvents(questionOf('gemini', { model: 'unknown' }, options), net);
  expect(events[0]).toEqual({ type: 'text', text: 'ok' });
  expect(net.sent[1]?.body.generationConfig).toEqual({ maxOutputTokens: 9, temperature: 0 });
  expect(net.sent[2]?.body.generationConfig).toEqual({ temperature: 0 });
  expect(net.sent[3]?.body.generationConfig).toEqual({});
});

test('a model that refuses to show thoughts gets the question again without that option, but with the others', async () => {
  const net = network(
    json(
      { error: { code: 400, message: 'Thinking is not enabled for this model', status: 'INVALID_ARGUMENT' } },
      400,
    ),
    stream(says('ok', 'STOP')),
  );
  const events = await collectEvents(
    questionOf('gemini', { model: 'gemini-3.8-flash' }, { maxTokens: 5 }),
    net,
  );
  expect(events[0]).toEqual({ type: 'text', text: 'ok' });
  expect(net.sent[1]?.body.generationConfig).toEqual({ maxOutputTokens: 5 });
});

const whole =
  chunk({
    candidates: [
      {
        index: 0,
        content: { role: 'model', parts: [{ text: 'Hm', thought: true, thoughtSignature: 'eA==' }] },
      },
    ],
    usageMetadata: { promptTokenCount: 5, totalTokenCount: 5 },
    modelVersion: 'gemini-3.8-flash',
    responseId: 'r',
  }) +
  chunk({
    candidates: [
      {
        index: 0,
        content: {
          role: 'model',
          parts: [{ text: 'Grüß ' }, { functionCall: { name: 'f', args: {} } }, { text: 'Gott' }],
        },
      },
    ],
    usageMetadata: {
      promptTokenCount: 5,
      candidatesTokenCount: 4,
      thoughtsTokenCount: 120,
      totalTokenCount: 129,
    },
    modelVersion: 'gemini-3.8-flash',
  }) +
  chunk({
    candidates: [{ index: 0, finishReason: 'STOP' }],
    usageMetadata: {
      promptTokenCount: 5,
      candidatesTokenCount: 7,
      thoughtsTokenCount: 120,
      cachedContentTokenCount: 1,
      totalTokenCount: 132,
    },
    modelVersion: 'gemini-3.8-flash',
  });

test('a stream of gemini is the same wherever the network splits it [CALL-08]', async () => {
  expect(await expectSameAtAnySplit('gemini', whole)).toEqual([
    { type: 'model', model: 'gemini-3.8-flash' },
    { type: 'reasoning', text: 'Hm' },
    { type: 'text', text: 'Grüß Gott' },
    { type: 'usage', usage: { input: 5, output: 127, reasoning: 120, cachedInput: 1 } },
    { type: 'ended', because: 'done', raw: 'STOP' },
  ]);
});

test('a whole JSON answer is read, and so is a list of chunks [CALL-08 CALL-20]', async () => {
  const answer = { candidates: [{ content: { parts: [{ text: 'Hello' }] }, finishReason: 'STOP' }] };
  for (const body of [
    answer,
    [
      { candidates: [{ content: { parts: [{ text: 'Hel' }] } }] },
      { candidates: [{ content: { parts: [{ text: 'lo' }] }, finishReason: 'STOP' }] },
    ],
  ]) {
    expect(joined(await collectEvents(questionOf('gemini'), network(json(body))))).toEqual([
      { type: 'text', text: 'Hello' },
      { type: 'ended', because: 'done', raw: 'STOP' },
    ]);
  }
});

test.each([
  ['STOP', 'done'],
  ['MAX_TOKENS', 'length'],
  ['SAFETY', 'filtered'],
  ['RECITATION', 'filtered'],
  ['LANGUAGE', 'filtered'],
  ['BLOCKLIST', 'filtered'],
  ['PROHIBITED_CONTENT', 'filtered'],
  ['SPII', 'filtered'],
  ['IMAGE_SAFETY', 'filtered'],
  ['IMAGE_PROHIBITED_CONTENT', 'filtered'],
  ['IMAGE_RECITATION', 'filtered'],
  ['MALFORMED_FUNCTION_CALL', 'tool'],
  ['UNEXPECTED_TOOL_CALL', 'tool'],
  ['TOO_MANY_TOOL_CALLS', 'tool'],
])('the finish reason %s means %s', async (raw, because) => {
  expect((await from(says('x', raw))).at(-1)).toEqual({ type: 'ended', because, raw });
});

test.each([
  'FINISH_REASON_UNSPECIFIED',
  'OTHER',
  'MALFORMED_RESPONSE',
  'MISSING_THOUGHT_SIGNATURE',
  'NO_IMAGE',
  'IMAGE_OTHER',
  'TOMORROW',
])('the finish reason %s is passed on in its own words', async (raw) => {
  expect((await from(says('x', raw))).at(-1)).toEqual({ type: 'ended', because: 'other', raw, says: raw });
});

test.each(['STOP', 'MAX_TOKENS', 'SAFETY', 'OTHER', 'MALFORMED_FUNCTION_CALL'])(
  'what gemini says about %s is passed on',
  async (raw) => {
    const finishMessage = 'Malformed call: look_up(';
    expect((await from(says('x', raw, { finishMessage }))).at(-1)).toMatchObject({
      raw,
      says: finishMessage,
    });
  },
);

test('what gemini says about a question that it blocked is the failure', async () => {
  const promptFeedback = { blockReason: 'BLOCKLIST', blockReasonMessage: 'It has a word of your list.' };
  expect(await from(chunk({ promptFeedback }))).toMatchObject([
    { type: 'failed', failure: { kind: 'refused', message: 'It has a word of your list.' } },
  ]);
});

test('a question that was blocked fails with the reason', async () => {
  expect(
    await from(
      chunk({
        promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
        usageMetadata: { promptTokenCount: 4 },
      }),
    ),
  ).toMatchObject([
    { type: 'usage', usage: { input: 4, output: 0 } },
    { type: 'failed', failure: { kind: 'refused', message: expect.stringContaining('PROHIBITED_CONTENT') } },
  ]);
});

test('an error inside the stream ends it', async () => {
  const events = await from(
    says('Half') + chunk({ error: { code: 503, message: 'Overloaded', status: 'UNAVAILABLE' } }),
  );
  expect(events).toMatchObject([
    { type: 'text', text: 'Half' },
    { type: 'failed', failure: { kind: 'overloaded', status: 503, retryable: true } },
  ]);
});

test('an answer longer than one request is continued, and its tokens are added up', async () => {
  const usage = { usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 10 } };
  const net = network(
    stream(says('one ', 'CONTINUATION', { continuationToken: 'dG9rZW4=' }) + chunk(usage)),
    stream(says('two', 'STOP') + chunk(usage)),
  );
  expect(joined(await collectEvents(questionOf('gemini', { model: 'gemini-4-argon' }), net))).toEqual([
    { type: 'text', text: 'one two' },
    { type: 'usage', usage: { input: 10, output: 20 } },
    { type: 'ended', because: 'done', raw: 'STOP' },
  ]);
  expect(net.sent[1]?.body).toEqual({ ...net.sent[0]?.body, continuationToken: 'dG9rZW4=' });
});

test('an answer that cannot be continued ends because of its length', async () => {
  expect((await from(says('one', 'CONTINUATION'))).at(-1)).toEqual({
    type: 'ended',
    because: 'length',
    raw: 'CONTINUATION',
  });
});

test('a provider that never ends its answer is given up', async () => {
  const endless = () => stream(says('on ', 'CONTINUATION', { continuationToken: 'dA==' }));
  const net = network(...Array.from({ length: 99 }, endless));
  const events = await collectEvents(questionOf('gemini', { model: 'gemini-4-argon' }), net);
  expect(net.sent).toHaveLength(16);
  expect(events.at(-1)).toEqual({ type: 'ended', because: 'length', raw: 'CONTINUATION' });
});

test('a failure in between keeps the text before it', async () => {
  const net = network(
    stream(says('one', 'CONTINUATION', { continuationToken: 'dA==' })),
    json(
      {
        error: {
          code: 429,
          message: 'Quota',
          status: 'RESOURCE_EXHAUSTED',
          details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34s' }],
        },
      },
      429,
    ),
  );
  expect(await collectEvents(questionOf('gemini', { model: 'gemini-4-argon' }), net)).toMatchObject([
    { type: 'text', text: 'one' },
    { type: 'failed', failure: { kind: 'rate-limit', retryAfter: 34_000 } },
  ]);
});
