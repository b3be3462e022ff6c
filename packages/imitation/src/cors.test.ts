import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HostName, type Imitation, startImitation } from './index.ts';

let imitation: Imitation;
beforeAll(async () => {
  imitation = await startImitation();
});
afterAll(() => imitation.close());

const origin = 'http://localhost:3000';
const optIn = 'anthropic-dangerous-direct-browser-access';

async function preflight(host: HostName, wanted: string, from = origin) {
  const response = await fetch(imitation.endpoint(host), {
    method: 'OPTIONS',
    headers: {
      origin: from,
      'access-control-request-method': 'POST',
      'access-control-request-headers': wanted,
    },
  });
  return [
    response.status,
    response.headers.get('access-control-allow-origin'),
    response.headers.get('access-control-allow-headers'),
  ];
}

test.each([
  ['openai', 'authorization,x-any', [204, '*', 'authorization, x-any']],
  ['anthropic', `x-api-key,${optIn}`, [204, '*', `x-api-key, ${optIn}`]],
  ['anthropic', 'x-api-key', [400, null, null]],
  ['gemini', 'content-type,x-goog-api-key', [204, origin, 'content-type, x-goog-api-key, x-goog-api-client']],
  ['gemini', 'content-type,x-goog-api-key,x-stainless-os', [403, null, null]],
  ['deepseek', 'authorization,content-type', [204, origin, 'authorization, content-type']],
  ['grok', 'authorization', [204, '*', '*']],
  ['lmstudio', 'content-type', [404, null, null]],
] as const)('%s answers a preflight for %s', async (host, wanted, expected) => {
  expect(await preflight(host, wanted)).toEqual(expected);
});

test('Ollama answers pages of this computer only, and grants a short list of headers', async () => {
  const [status, allowed, headers] = await preflight('ollama', 'content-type,x-app');
  expect([status, allowed]).toEqual([204, origin]);
  expect(headers).toContain('authorization');
  expect(headers).not.toContain('x-app');
  expect(await preflight('ollama', 'content-type', 'https://chat.example')).toEqual([403, null, null]);
});

test('OpenRouter grants its own short list', async () => {
  const [status, , headers] = await preflight('openrouter', 'authorization,x-app');
  expect(status).toBe(204);
  expect(headers).toContain('http-referer');
  expect(headers).not.toContain('x-app');
});

const questions = {
  openai: { model: 'gpt-6-luna', messages: [{ role: 'user', content: '/say Hi' }] },
  anthropic: { model: 'claude-opus-5', max_tokens: 9, messages: [{ role: 'user', content: '/say Hi' }] },
};

async function readable(path: string, headers: Record<string, string>, body?: object) {
  const response = await fetch(imitation.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { origin, ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return [response.status, response.headers.get('access-control-allow-origin')];
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const claude = { 'anthropic-version': '2023-06-01', [optIn]: 'true' };

test.each([
  ['openai answers any page', '/openai/v1/chat/completions', bearer('k'), questions.openai, [200, '*']],
  ['openai lists models for any page', '/openai/v1/models', bearer('k'), undefined, [200, '*']],
  ['openai hides its 401 from pages', '/openai/v1/models', bearer('wrong'), undefined, [401, null]],
  ['openai shows its 429 to pages', '/openai/v1/models', bearer('limited'), undefined, [429, '*']],
  [
    'anthropic answers who opts in',
    '/anthropic/v1/messages',
    { ...claude, 'x-api-key': 'k' },
    questions.anthropic,
    [200, '*'],
  ],
  [
    'anthropic shows its 401 to who opts in',
    '/anthropic/v1/models',
    { ...claude, 'x-api-key': 'wrong' },
    undefined,
    [401, '*'],
  ],
  [
    'anthropic refuses pages that do not',
    '/anthropic/v1/models',
    { 'x-api-key': 'k' },
    undefined,
    [401, null],
  ],
  [
    'gemini shows its 400 to pages',
    '/gemini/v1beta/models',
    { 'x-goog-api-key': 'wrong' },
    undefined,
    [400, origin],
  ],
  [
    'deepseek says nothing to pages at its bare host',
    '/deepseek',
    bearer('k'),
    questions.openai,
    [404, null],
  ],
  ['deepseek shows its 402 to pages', '/deepseek/models', bearer('broke'), undefined, [402, origin]],
  ['grok shows its 400 to pages', '/grok/v1/models', bearer('wrong'), undefined, [400, '*']],
  ['LM Studio as installed answers no page', '/lmstudio/v1/models', {}, undefined, [200, null]],
] as const)('%s', async (_, path, headers, body, expected) => {
  expect(await readable(path, headers, body)).toEqual(expected);
});

test('/cors removes the CORS headers from the answer', async () => {
  const body = { ...questions.openai, messages: [{ role: 'user', content: '/cors /say Hi' }] };
  expect(await readable('/openai/v1/chat/completions', bearer('k'), body)).toEqual([200, null]);
});
