import { expect, test } from 'vitest';
import { expectSameAtAnySplit } from '../testing/expect-same-at-any-split.ts';
import { collectEvents, joined, json, network, questionOf, stream, textIn } from '../testing/network.ts';

// All fixtures here are written by hand from the provider reference, none is a recording.

const local = { endpoint: 'http://localhost:1234/v1', model: 'm' };
const delta = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const done = { type: 'ended', because: 'done', raw: 'stop' };
const from = async (text: string, config = local) =>
  joined(await collectEvents(questionOf('openai', config), network(stream(text))));

const openai = `data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"gpt-4o-2024-08-06","choices":[{"index":0,"delta":{"role":"assistant","content":"","refusal":null},"finish_reason":null}],"usage":null,"obfuscation":"aX9"}

data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"gpt-4o-2024-08-06","choices":[{"index":0,"delta":{"content":"Grüß "},"finish_reason":null}],"usage":null,"obfuscation":"b"}

data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"gpt-4o-2024-08-06","choices":[{"index":0,"delta":{"content":"Gott 👋"},"finish_reason":null}],"usage":null}

data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"gpt-4o-2024-08-06","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":null}

data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"gpt-4o-2024-08-06","choices":[],"usage":{"prompt_tokens":9,"completion_tokens":5,"total_tokens":14,"prompt_tokens_details":{"cached_tokens":4},"completion_tokens_details":{"reasoning_tokens":0}}}

data: [DONE]

`;

test('a stream of openai is the same wherever the network splits it [CALL-05 CALL-20]', async () => {
  expect(await expectSameAtAnySplit('openai', openai)).toEqual([
    { type: 'model', model: 'gpt-4o-2024-08-06' },
    { type: 'text', text: 'Grüß Gott 👋' },
    { type: 'usage', usage: { input: 9, output: 5, reasoning: 0, cachedInput: 4 } },
    done,
  ]);
});

const deepseek = `: keep-alive

: keep-alive

data: {"model":"deepseek-flash","choices":[{"index":0,"delta":{"role":"assistant","content":null,"reasoning_content":"Hm"},"finish_reason":null}]}

data: {"model":"deepseek-flash","choices":[{"index":0,"delta":{"content":null,"reasoning_content":" …"},"finish_reason":null}]}

data: {"model":"deepseek-flash","choices":[{"index":0,"delta":{"content":"你好"},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":8,"prompt_cache_hit_tokens":2,"prompt_cache_miss_tokens":1,"completion_tokens_details":{"reasoning_tokens":6}}}

data: [DONE]

`;

test('deepseek shows its reasoning and keeps the connection alive', async () => {
  expect(await expectSameAtAnySplit('deepseek', deepseek)).toEqual([
    { type: 'model', model: 'deepseek-flash' },
    { type: 'reasoning', text: 'Hm …' },
    { type: 'text', text: '你好' },
    { type: 'usage', usage: { input: 3, output: 8, reasoning: 6, cachedInput: 2 } },
    done,
  ]);
});

const grok = `data: {"model":"grok-4.7","service_tier":"default","choices":[{"delta":{"role":"assistant","reasoning_content":"Well"}}]}

data: {"model":"grok-4.7","service_tier":"default","choices":[{"delta":{"content":"Yes"}}]}

data: {"model":"grok-4.7","choices":[{"delta":{},"finish_reason":"stop"}],"citations":["https://example.org"]}

data: {"model":"grok-4.7","choices":[],"usage":{"prompt_tokens":5,"completion_tokens":1,"completion_tokens_details":{"reasoning_tokens":7},"cost_in_usd_ticks":9}}

data: [DONE]

`;

test('grok does not count its thinking in the answer, so it is added', async () => {
  expect(await expectSameAtAnySplit('grok', grok)).toEqual([
    { type: 'model', model: 'grok-4.7' },
    { type: 'reasoning', text: 'Well' },
    { type: 'text', text: 'Yes' },
    { type: 'usage', usage: { input: 5, output: 8, reasoning: 7, cost: 9e-10 } },
    done,
  ]);
});

test('splitting a short stream at any two places changes nothing', async () => {
  const text = 'data: {"choices":[{"delta":{"content":"<think>ä</think>👋"}}]}\r\n\r\ndata: [DONE]\n\n';
  const whole = await from(text);
  expect(whole).toEqual([
    { type: 'reasoning', text: 'ä' },
    { type: 'text', text: '👋' },
    { type: 'ended', because: 'done', raw: null },
  ]);
  const { length } = new TextEncoder().encode(text);
  for (let first = 1; first < length; first++)
    for (let second = first + 1; second < length; second++) {
      const net = network(stream(text, [first, second]));
      const events = joined(await collectEvents(questionOf('openai', local), net));
      if (JSON.stringify(events) !== JSON.stringify(whole))
        expect(events, `${first}, ${second}`).toEqual(whole);
    }
});

test('a whole JSON answer is read as the specification says [CALL-05 CALL-20]', async () => {
  const whole = json({
    model: 'gpt-4o',
    choices: [
      { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hello', refusal: null } },
    ],
    usage: { prompt_tokens: 9, completion_tokens: 3 },
  });
  expect(await collectEvents(questionOf('openai'), network(whole))).toEqual([
    { type: 'model', model: 'gpt-4o' },
    { type: 'text', text: 'Hello' },
    { type: 'usage', usage: { input: 9, output: 3 } },
    done,
  ]);
});

test.each([
  ['blank lines before it', `\n\n\n   \n{"choices":[{"message":{"content":"Hi"}}]}`, 'text/event-stream'],
  ['no content type', `{"choices":[{"message":{"content":"Hi"}}]}`, ''],
  ['a byte order mark', `\uFEFF{"choices":[{"message":{"content":"Hi"}}]}`, 'application/json'],
])('a JSON answer with %s is read too', async (_, text, type) => {
  const events = await collectEvents(questionOf('deepseek'), network(stream(text, [1, 2, 5], type)));
  expect(events).toEqual([
    { type: 'text', text: 'Hi' },
    { type: 'ended', because: 'done', raw: null },
  ]);
});

test('a stream that calls itself JSON, or nothing, is a stream', async () => {
  for (const type of ['application/json', 'text/plain', '']) {
    const net = network(stream(`${delta({ content: 'Hi' }, 'stop')}data: [DONE]\n\n`, [1, 2], type));
    expect(await collectEvents(questionOf('openai', local), net)).toEqual([
      { type: 'text', text: 'Hi' },
      done,
    ]);
  }
});

test.each([
  ['reasoning_content', { reasoning_content: 'Hm' }],
  ['reasoning', { reasoning: 'Hm' }],
  ['both, said once', { reasoning_content: 'Hm', reasoning: 'Hm' }],
  [
    'reasoning_details',
    {
      reasoning_details: [
        { type: 'reasoning.text', text: 'H' },
        { type: 'reasoning.summary', summary: 'm' },
      ],
    },
  ],
  [
    'details beside reasoning',
    { reasoning: 'Hm', reasoning_details: [{ type: 'reasoning.text', text: 'Hm' }] },
  ],
  ['thinking parts', { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] }] }],
  ['a think tag', { content: '<think>Hm</think>' }],
])('reasoning is read from %s', async (_, said) => {
  const text = `${delta({ role: 'assistant', content: null, ...said })}${delta({ content: 'Yes' }, 'stop')}data: [DONE]\n\n`;
  expect(await from(text)).toEqual([{ type: 'reasoning', text: 'Hm' }, { type: 'text', text: 'Yes' }, done]);
});

test('content may be a list of parts', async () => {
  const text = delta(
    { content: [{ type: 'text', text: 'Y' }, { type: 'text', text: 'es' }, { type: 'reference' }] },
    'stop',
  );
  expect(await from(text)).toEqual([{ type: 'text', text: 'Yes' }, done]);
});

test.each([
  ['a tag in the middle', ['See <think>', 'x</think>'], [{ type: 'text', text: 'See <think>x</think>' }]],
  ['a tag that is none', ['<thin', 'k about>'], [{ type: 'text', text: '<think about>' }]],
  [
    'a tag in three pieces',
    ['<th', 'ink>a</thi', 'nk>b'],
    [
      { type: 'reasoning', text: 'a' },
      { type: 'text', text: 'b' },
    ],
  ],
  ['a lone beginning', ['<th'], [{ type: 'text', text: '<th' }]],
  ['a tag never closed', ['<think>a', ' b</thi'], [{ type: 'reasoning', text: 'a b</thi' }]],
  [
    'blanks around it',
    ['\n <think>a</think>\n', '\nb\n'],
    [
      { type: 'reasoning', text: 'a' },
      { type: 'text', text: 'b\n' },
    ],
  ],
  [
    'a closing look-alike',
    ['<think>a </think b</', 'think>c'],
    [
      { type: 'reasoning', text: 'a </think b' },
      { type: 'text', text: 'c' },
    ],
  ],
])('thinking inside the text: %s', async (_, texts, expected) => {
  const text = texts.map((content) => delta({ content })).join('') + delta({}, 'stop');
  expect(await from(text)).toEqual([...expected, done]);
});

test('a marker of any model is read at the start of the text', async () => {
  const text = delta({ content: '<seed:th' }) + delta({ content: 'ink>Hm</seed:think>\n\nTwo.' }, 'stop');
  expect(await from(text)).toEqual([{ type: 'reasoning', text: 'Hm' }, { type: 'text', text: 'Two.' }, done]);
});

test('a text whose closing marker comes alone is passed on as it is', async () => {
  const text = delta({ content: 'It makes two.\n</thi' }) + delta({ content: 'nk>\n\nTwo.' }, 'stop');
  expect(await from(text)).toEqual([{ type: 'text', text: 'It makes two.\n</think>\n\nTwo.' }, done]);
});

test.each([
  ['between markers', [{ content: '<think>\n\n</think>\n\nThree.' }]],
  [
    'in a field of its own',
    [{ reasoning_content: '\n' }, { reasoning_content: '\n' }, { content: 'Three.' }],
  ],
])('blank lines are not reasoning: %s', async (_, deltas) => {
  const text = deltas.map((one) => delta(one)).join('') + delta({}, 'stop');
  expect(await from(text)).toEqual([{ type: 'text', text: 'Three.' }, done]);
});

test('events without blank lines between them are read as they come', async () => {
  const say = (content: string) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n`;
  const text = `${say('One ')}${say('two.')}data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\ndata: [DONE]\n`;
  expect(await expectSameAtAnySplit('openai', text)).toEqual([{ type: 'text', text: 'One two.' }, done]);
});

test('an object on several lines is one event', async () => {
  const text = 'data: {"choices":[{"delta":{"content":"One"}\ndata: }]}\n\ndata: [DONE]\n\n';
  expect(textIn(await from(text))).toBe('One');
});

test('a provider at its own address may write about think tags', async () => {
  const net = network(stream(delta({ content: '<think>a</think>b' }, 'stop')));
  expect(textIn(await collectEvents(questionOf('openai'), net))).toBe('<think>a</think>b');
});

test.each([
  ['stop', 'done'],
  ['end_turn', 'done'],
  ['COMPLETE', 'done'],
  ['STOP', 'done'],
  ['eos', 'done'],
  ['length', 'length'],
  ['content_filter', 'filtered'],
  ['tool_calls', 'tool'],
  ['never_heard_of', 'other'],
  ['constructor', 'other'],
])('the finish reason %s means %s', async (raw, because) => {
  expect((await from(delta({ content: 'x' }, raw))).at(-1)).toEqual({ type: 'ended', because, raw });
});

test.each([
  ['insufficient_system_resource', 'overloaded'],
  ['network_error', 'server'],
  ['error', 'server'],
])('the finish reason %s is a retryable failure, and keeps the text so far', async (raw, kind) => {
  expect(await from(delta({ content: 'x' }, raw))).toMatchObject([
    { type: 'text', text: 'x' },
    { type: 'failed', failure: { kind, retryable: true } },
  ]);
});

test('a refusal is shown in its own words and ends as one', async () => {
  const text = delta({ refusal: 'I cannot ' }) + delta({ refusal: 'help.' }) + delta({}, 'stop');
  expect(await from(text)).toEqual([
    { type: 'text', text: 'I cannot help.' },
    { type: 'ended', because: 'refused', raw: null },
  ]);
});

test('an answer filtered before its first word is a failure', async () => {
  expect(await from(delta({}, 'content_filter'))).toMatchObject([
    { type: 'failed', failure: { kind: 'refused' } },
  ]);
});

test.each([
  [
    'openai',
    'data: {"error":{"message":"The server had an error","type":"server_error","code":null}}\n\n',
    'server',
    'The server had an error',
  ],
  [
    'an event named error',
    'event: error\ndata: {"message":"Slow down","type":"rate_limit_exceeded"}\n\n',
    'rate-limit',
    'Slow down',
  ],
  ['an event named error in words', 'event: error\ndata: upstream timeout\n\n', 'server', 'upstream timeout'],
  [
    'OpenRouter',
    'data: {"error":{"code":402,"message":"Insufficient credits"},"choices":[{"delta":{"content":"!"},"finish_reason":"error"}]}\n\n',
    'no-credit',
    'Insufficient credits',
  ],
  [
    'OpenRouter naming its source',
    'data: {"error":{"code":502,"message":"Provider returned error","metadata":{"raw":"boom","provider_name":"X"}}}\n\n',
    'server',
    'Provider returned error: boom',
  ],
  [
    'llama.cpp of 2025',
    'error: {"code":500,"message":"Context size has been exceeded.","type":"server_error"}\n\n',
    'too-long',
    'Context size has been exceeded.',
  ],
  ['FastAPI', 'data: {"detail":"Too busy"}\n\n', 'other', 'Too busy'],
  ['a bare string', 'data: {"error":"model not found"}\n\n', 'model', 'model not found'],
  [
    'xAI',
    'data: {"code":"The service is currently unavailable","error":"Try later"}\n\n',
    'overloaded',
    'Try later',
  ],
])(
  'an error inside the stream, as %s says it, ends the answer and keeps its text',
  async (_, error, kind, message) => {
    const events = await from(`${delta({ content: 'Half' })}${error}${delta({ content: 'more' })}`);
    expect(textIn(events)).toBe(error.includes('"!"') ? 'Half!' : 'Half');
    expect(events.at(-1)).toMatchObject({ type: 'failed', failure: { kind, message } });
  },
);

test('a message without choices is skipped', async () => {
  const text = `data: {"type":"ping"}\n\ndata: ping\n\nid: 7\nretry: 5\ndata: {"choices":[]}\n\n${delta({ content: 'x' }, 'stop')}`;
  expect(await from(text)).toEqual([{ type: 'text', text: 'x' }, done]);
});

test('unexpected shapes do no harm', async () => {
  const odd = [
    null,
    5,
    'x',
    [],
    { choices: 5 },
    { choices: [null] },
    { choices: [{ delta: 'x' }] },
    { choices: [{ delta: { content: { a: 1 } } }] },
    { usage: 'x' },
    { usage: { prompt_tokens: -1 } },
    { model: 5 },
  ];
  const text =
    odd.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('') + delta({ content: 'x' }, 'stop');
  expect(await from(text)).toEqual([{ type: 'text', text: 'x' }, done]);
});

test('a terminator without a finish reason ends the answer, a close without either cuts it off', async () => {
  expect((await from(`${delta({ content: 'x' })}data: [DONE]\n\n`)).at(-1)).toEqual({
    type: 'ended',
    because: 'done',
    raw: null,
  });
  expect((await from(delta({ content: 'x' }))).at(-1)).toEqual({
    type: 'ended',
    because: 'cut-off',
    raw: null,
  });
  expect((await from(`${delta({ content: 'x' })}data: {"choices":[{"del`)).at(-1)).toEqual({
    type: 'ended',
    because: 'cut-off',
    raw: null,
  });
});

test('a last event without its blank line counts', async () => {
  expect(await from(delta({ content: 'x' }, 'stop').trimEnd())).toEqual([{ type: 'text', text: 'x' }, done]);
});

test.each(['1e308', '1e999', '1.5', '1000000000001'])('%s is no count of tokens', async (tokens) => {
  const usage = `{"prompt_tokens":9,"completion_tokens":${tokens}}`;
  const text = `data: {"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}],"usage":${usage}}\n\n`;
  const events = await from(text);
  expect(events.find(({ type }) => type === 'usage')).toEqual({
    type: 'usage',
    usage: { input: 9, output: 0 },
  });
});

test('usage in every chunk, as vLLM sends it, is reported once', async () => {
  const chunk = (content: string, completion_tokens: number, finish: string | null) =>
    `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: finish }], usage: { prompt_tokens: 2, completion_tokens } })}\n\n`;
  expect(await from(chunk('a', 1, null) + chunk('b', 2, 'stop'))).toEqual([
    { type: 'text', text: 'ab' },
    { type: 'usage', usage: { input: 2, output: 2 } },
    done,
  ]);
});

test.each([
  ['xAI counts ten billionths of a dollar', { cost_in_usd_ticks: 42_000_000 }, 0.0042],
  ['OpenRouter counts dollars', { cost: 0.0042 }, 0.0042],
  ['a model may cost nothing', { cost: 0 }, 0],
  ['ticks that were not counted say nothing', { cost_in_usd_ticks: 0 }, undefined],
  ['infinitely many ticks say nothing', { cost_in_usd_ticks: JSON.parse('1e999') }, undefined],
  ['rubbish is no money', { cost: 'a lot' }, undefined],
])('the cost that the provider reports itself: %s [COST-04]', async (_, said, cost) => {
  const usage = { prompt_tokens: 10, completion_tokens: 2, ...said };
  const chunk = { choices: [{ delta: { content: 'Hi' }, finish_reason: 'stop' }], usage };
  const net = network(stream(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`));
  const events = await collectEvents(questionOf('openai'), net);
  const lastUsage = events.find((event) => event.type === 'usage');
  expect(lastUsage?.usage).toEqual({ input: 10, output: 2, ...(cost !== undefined && { cost }) });
});
