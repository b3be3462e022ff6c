import { expect, test } from 'vitest';
import { availableModels } from './listing.ts';
import type { ProviderName } from './question.ts';
import { json, key, network, settingOf, stream } from './testing/network.ts';

const listed = async (type: ProviderName, config: object, ...responses: (Response | Error)[]) => {
  const net = network(...responses);
  return { ...(await availableModels(settingOf(type, config), net)), sent: net.sent };
};

test('openai lists its chat models, the newest first, with the day they retire', async () => {
  const row = (id: string, created: number, more = {}) => ({ id, object: 'model', created, ...more });
  const list = await listed(
    'openai',
    {},
    json({
      data: [
        row('gpt-4o', 1, { shutdown_date: '2027-01-14' }),
        row('gpt-6-luna', 5),
        row('text-embedding-3-small', 2),
        row('gpt-4o-audio-preview', 2),
        row('gpt-image-2', 3),
        row('o3', 2, { shutdown_date: null }),
        row('gpt-tomorrow', 9),
        row('tts-1', 1),
      ],
    }),
  );
  expect(list).toMatchObject({ ok: true });
  expect(list.ok && list.models).toEqual([
    { id: 'gpt-tomorrow' },
    { id: 'gpt-6-luna', displayName: 'GPT-6 Luna', contextWindow: 1_050_000, maxOutputTokens: 128_000 },
    { id: 'o3', retires: '2026-12-11' },
    {
      id: 'gpt-4o',
      displayName: 'GPT-4o',
      contextWindow: 128_000,
      maxOutputTokens: 16_384,
      retires: '2027-01-14',
    },
  ]);
  expect(list.sent[0]).toMatchObject({
    url: 'https://api.openai.com/v1/models',
    headers: { authorization: `Bearer ${key}` },
  });
  expect(list.sent[0]?.headers).not.toHaveProperty('content-type');
  expect(list.sent[0]?.init).toMatchObject({
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
  });
});

test('gemini lists the models that generate content, over all pages', async () => {
  const row = (name: string, methods: string[]) => ({
    name: `models/${name}`,
    displayName: name.toUpperCase(),
    inputTokenLimit: 10,
    outputTokenLimit: 5,
    supportedGenerationMethods: methods,
  });
  const list = await listed(
    'gemini',
    {},
    json({
      models: [row('gemini-9', ['generateContent']), row('veo-9', ['predictLongRunning'])],
      nextPageToken: 'p2',
    }),
    json({
      models: [
        row('gemini-9-image', ['generateContent']),
        row('gemini-8', ['generateContent', 'countTokens']),
      ],
    }),
  );
  expect(list.ok && list.models).toEqual([
    { id: 'gemini-9', displayName: 'GEMINI-9', contextWindow: 10, maxOutputTokens: 5 },
    { id: 'gemini-8', displayName: 'GEMINI-8', contextWindow: 10, maxOutputTokens: 5 },
  ]);
  expect(list.sent.map(({ url }) => new URL(url).searchParams.get('pageToken'))).toEqual([null, 'p2']);
  expect(list.sent[0]?.headers).toEqual({ 'x-goog-api-key': key });
});

test('anthropic lists the models that are not retired, over all pages, with their limits', async () => {
  const row = (id: string, more = {}) => ({
    id,
    type: 'model',
    display_name: `The ${id}`,
    max_input_tokens: 20,
    max_tokens: 4,
    lifecycle: 'active',
    ...more,
  });
  const list = await listed(
    'anthropic',
    {},
    json({
      data: [
        row('claude-a', { capabilities: { image_input: { supported: true } } }),
        row('claude-b', { lifecycle: 'retired' }),
      ],
      has_more: true,
      last_id: 'claude-b',
    }),
    json({
      data: [row('claude-c', { lifecycle: 'deprecated', retires_at: '2027-02-03T00:00:00Z' })],
      has_more: false,
      last_id: 'claude-c',
    }),
  );
  expect(list.ok && list.models).toEqual([
    { id: 'claude-a', displayName: 'The claude-a', contextWindow: 20, maxOutputTokens: 4, readsImages: true },
    {
      id: 'claude-c',
      displayName: 'The claude-c',
      contextWindow: 20,
      maxOutputTokens: 4,
      retires: '2027-02-03',
    },
  ]);
  expect(list.sent[1]?.url).toContain('after_id=claude-b');
  expect(list.sent[0]?.headers).toMatchObject({
    'x-api-key': key,
    'anthropic-dangerous-direct-browser-access': 'true',
  });
});

test('a list whose pages never end is given up', async () => {
  const pages = Array.from({ length: 30 }, () => json({ data: [{ id: 'c' }], has_more: true, last_id: 'c' }));
  const list = await listed('anthropic', {}, ...pages);
  expect(list.ok && list.models).toEqual([{ id: 'c' }]);
  expect(list.sent).toHaveLength(20);
});

test.each([
  ['vLLM', { data: [{ id: 'qwen', max_model_len: 32_768 }] }, [{ id: 'qwen', contextWindow: 32_768 }]],
  [
    'OpenRouter',
    {
      data: [
        {
          id: 'a/b',
          name: 'A: B',
          context_length: 9,
          architecture: { input_modalities: ['text', 'image'] },
          pricing: { prompt: '0.0000025', completion: '0.00001' },
          top_provider: { max_completion_tokens: 3 },
        },
        // What its router passes on to has a price of its own.
        {
          id: 'auto',
          architecture: { input_modalities: ['text'] },
          pricing: { prompt: '-1', completion: '-1' },
        },
      ],
    },
    [
      {
        id: 'a/b',
        displayName: 'A: B',
        contextWindow: 9,
        maxOutputTokens: 3,
        price: { input: 2.5, output: 10 },
        readsImages: true,
      },
      { id: 'auto', readsImages: false },
    ],
  ],
  [
    'Ollama',
    {
      object: 'list',
      data: [
        { id: 'llama3:8b', created: 1 },
        { id: 'nomic-embed-text', created: 2 },
      ],
    },
    [{ id: 'llama3:8b' }],
  ],
  ['a bare list', [{ id: 'x' }, { id: '' }, null, { id: 5 }], [{ id: 'x' }]],
])('%s lists its models', async (_, body, models) => {
  const list = await listed('openai', { endpoint: 'http://localhost:1/v1', apiKey: 'none' }, json(body));
  expect(list.ok && list.models).toEqual(models);
  expect(list.sent[0]?.headers).toEqual({});
});

test.each([
  [
    'a wrong key',
    json({ error: { message: `Incorrect API key provided: ${key}` } }, 401),
    { kind: 'key', status: 401, message: 'Incorrect API key provided: [key hidden]' },
  ],
  [
    'a wrong gemini key',
    json(
      { error: { code: 400, message: 'API key not valid', details: [{ reason: 'API_KEY_INVALID' }] } },
      400,
    ),
    { kind: 'key' },
  ],
  ['an error under HTTP 200', json({ error: 'unavailable' }), { kind: 'overloaded' }],
  ['no list', json('404 page not found', 404), { kind: 'bad-answer', status: 404 }],
  ['a web page', stream('<html>hello</html>', [], 'text/html'), { kind: 'bad-answer' }],
  ['no network', new TypeError('Failed to fetch'), { kind: 'connect' }],
])('%s is a failure, not a throw', async (_, response, failure) => {
  expect(await listed('grok', {}, response)).toMatchObject({ ok: false, failure });
});

test('a setting that cannot work is refused before any request', async () => {
  for (const config of [{ endpoint: 'x' }, { apiKey: 'clé' }]) {
    const list = await listed('openai', config);
    expect(list).toMatchObject({ ok: false });
    expect(list.sent).toEqual([]);
  }
  expect((await listed('openai', { model: '' }, json({ data: [] }))).ok).toBe(true);
});

test('an abort ends the request', async () => {
  const signal = AbortSignal.abort();
  const fetch = async () => {
    throw new DOMException('aborted', 'AbortError');
  };
  expect(await availableModels(settingOf('openai'), { signal, fetch })).toMatchObject({
    ok: false,
    failure: { message: 'Stopped.' },
  });
});
