import { expect, test } from 'vitest';
import { providerFailure } from './failure.ts';

const of = (status: number | undefined, body: unknown, headers: Record<string, string> = {}) =>
  providerFailure(
    {
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...(status && { status, statusText: 'Reason Phrase', headers: new Headers(headers) }),
    },
    'my-own-key-4711',
  );

test.each([
  [
    'openai, wrong key',
    401,
    {
      error: {
        message: 'Incorrect API key provided: sk-abc*****wxyz.',
        type: 'invalid_request_error',
        code: 'invalid_api_key',
      },
    },
    'key',
    'Incorrect API key provided: [key hidden]',
  ],
  [
    'openai, no money',
    429,
    {
      error: {
        message: 'You exceeded your current quota',
        type: 'insufficient_quota',
        code: 'insufficient_quota',
      },
    },
    'no-credit',
    'You exceeded your current quota',
  ],
  [
    'openai, too fast',
    429,
    { error: { message: 'Rate limit reached', code: 'rate_limit_exceeded' } },
    'rate-limit',
    'Rate limit reached',
  ],
  [
    'openai, unknown model',
    404,
    { error: { message: 'The model `x` does not exist', code: 'model_not_found' } },
    'model',
    'The model `x` does not exist',
  ],
  [
    'openai, too long',
    400,
    { error: { message: "This model's maximum context length is 8192", code: 'context_length_exceeded' } },
    'too-long',
    "This model's maximum context length is 8192",
  ],
  [
    'openai, country',
    403,
    { error: { message: 'Country not supported', code: 'unsupported_country_region_territory' } },
    'permission',
    'Country not supported',
  ],
  [
    'openai, filtered',
    400,
    { error: { message: 'Rejected', code: 'content_filter' } },
    'refused',
    'Rejected',
  ],
  [
    'anthropic, wrong key',
    401,
    { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } },
    'key',
    'invalid x-api-key',
  ],
  [
    'anthropic, no money',
    400,
    { type: 'error', error: { type: 'invalid_request_error', message: 'Your credit balance is too low' } },
    'no-credit',
    'Your credit balance is too low',
  ],
  [
    'anthropic, billing',
    402,
    { type: 'error', error: { type: 'billing_error', message: 'Pay' } },
    'no-credit',
    'Pay',
  ],
  [
    'anthropic, spend limit',
    429,
    {
      type: 'error',
      error: {
        type: 'rate_limit_error',
        message: 'Limit',
        details: { error_code: 'enforced_spend_limit_reached' },
      },
    },
    'no-credit',
    'Limit',
  ],
  [
    'anthropic, retired model',
    404,
    { type: 'error', error: { type: 'not_found_error', message: 'model: claude-3' } },
    'model',
    'model: claude-3',
  ],
  [
    'anthropic, too large',
    413,
    { type: 'error', error: { type: 'request_too_large', message: 'Too large' } },
    'too-long',
    'Too large',
  ],
  [
    'xAI, too long',
    400,
    {
      code: 'invalid',
      error: "This model's maximum prompt length is 500000 but the request contains 612345",
    },
    'too-long',
    "This model's maximum prompt length is 500000 but the request contains 612345",
  ],
  [
    'LM Studio, too long',
    400,
    {
      error:
        'Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
    },
    'too-long',
    'Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
  ],
  [
    'llama.cpp, too long',
    500,
    { error: { code: 500, message: 'Context size has been exceeded.', type: 'server_error' } },
    'too-long',
    'Context size has been exceeded.',
  ],
  [
    'anthropic, too long',
    400,
    { type: 'error', error: { type: 'invalid_request_error', message: 'prompt is too long: 9 tokens' } },
    'too-long',
    'prompt is too long: 9 tokens',
  ],
  [
    'anthropic, overloaded',
    529,
    { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    'overloaded',
    'Overloaded',
  ],
  [
    'gemini, wrong key',
    400,
    {
      error: {
        code: 400,
        message: 'API key not valid.',
        status: 'INVALID_ARGUMENT',
        details: [{ reason: 'API_KEY_INVALID' }],
      },
    },
    'key',
    'API key not valid.',
  ],
  [
    'gemini, wrong new key',
    401,
    [{ error: { code: 401, message: 'Wrong', status: 'UNAUTHENTICATED' } }],
    'key',
    'Wrong',
  ],
  [
    'gemini, blocked key',
    403,
    { error: { code: 403, message: 'Blocked', status: 'PERMISSION_DENIED' } },
    'permission',
    'Blocked',
  ],
  [
    'gemini, quota',
    429,
    { error: { code: 429, message: 'Quota', status: 'RESOURCE_EXHAUSTED' } },
    'rate-limit',
    'Quota',
  ],
  [
    'gemini, too long',
    400,
    {
      error: {
        code: 400,
        message: 'The input token count exceeds the maximum number of tokens allowed',
        status: 'INVALID_ARGUMENT',
      },
    },
    'too-long',
    'The input token count exceeds the maximum number of tokens allowed',
  ],
  [
    'gemini, bad field',
    400,
    { error: { code: 400, message: 'Unknown name', status: 'INVALID_ARGUMENT' } },
    'other',
    'Unknown name',
  ],
  [
    'gemini, unavailable',
    503,
    { error: { code: 503, message: 'Busy', status: 'UNAVAILABLE' } },
    'overloaded',
    'Busy',
  ],
  [
    'deepseek, no money',
    402,
    { error: { message: 'Insufficient Balance', type: 'unknown_error' } },
    'no-credit',
    'Insufficient Balance',
  ],
  [
    'deepseek, unknown model',
    400,
    { error: { message: 'supported API model names are deepseek-flash', type: 'invalid_request_error' } },
    'model',
    'supported API model names are deepseek-flash',
  ],
  [
    'xAI, wrong key',
    400,
    { code: 'Client specified an invalid argument', error: 'Incorrect API key provided: xa***.' },
    'key',
    'Incorrect API key provided: xa***.',
  ],
  ['xAI, in one word', 403, { error: 'No permission' }, 'permission', 'No permission'],
  [
    'xAI, out of credits',
    403,
    { code: 'x', error: 'Your team has used all available credits' },
    'no-credit',
    'Your team has used all available credits',
  ],
  [
    'Ollama',
    404,
    { error: "model 'x' not found, try pulling it first" },
    'model',
    "model 'x' not found, try pulling it first",
  ],
  [
    'FastAPI',
    422,
    { detail: [{ loc: ['body', 'messages'], msg: 'field required' }] },
    'other',
    'body.messages: field required',
  ],
  [
    'LM Studio, at a path that it does not have',
    200,
    { error: 'Unexpected endpoint or method. (POST /chat/completions). Returning 200 anyway' },
    'bad-answer',
    'Unexpected endpoint or method. (POST /chat/completions). Returning 200 anyway',
  ],
  ['FastAPI in words', 401, { detail: 'Not authenticated' }, 'key', 'Not authenticated'],
  [
    'vLLM of old',
    400,
    { object: 'error', message: 'maximum context length is 5', code: 40303 },
    'too-long',
    'maximum context length is 5',
  ],
  [
    'a gateway',
    502,
    '<html><head><title>502 Bad Gateway</title></head><body>x</body></html>',
    'server',
    '502 Bad Gateway',
  ],
  ['a page without a title', 500, '<!doctype html><p>oops', 'server', '500: Reason Phrase'],
  ['plain words', 404, '404 page not found\n', 'model', '404 page not found'],
  ['nothing at all', 500, '', 'server', '500: Reason Phrase'],
  ['a timeout', 504, '', 'server', '504: Reason Phrase'],
  ['JSON without words', 418, { a: 1 }, 'other', '418: Reason Phrase'],
])('%s: %s', (_, status, body, kind, message) => {
  const failure = of(status, body);
  expect(failure).toMatchObject({ status, kind, message });
  expect(failure.retryable).toBe(['rate-limit', 'overloaded', 'server'].includes(kind));
});

test('the provider’s words are cut to 500 characters, the details to 4,000', () => {
  const { message, details } = of(400, { error: { message: 'x'.repeat(9000) } });
  expect(message).toHaveLength(500);
  expect(details).toHaveLength(4000);
});

test('a key is hidden before anything is cut, in words and details alike', () => {
  const said = `${'x'.repeat(490)} my-own-key-4711 and sk-12345678901234`;
  const { message, details } = of(400, { error: { message: said } });
  expect(message).not.toContain('my-own');
  expect(details).toContain('[key hidden] and [key hidden]');
});

test.each([
  [{ 'retry-after': '7' }, 7000],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after-ms': '120', 'retry-after': '7' }, 120],
  [{ 'retry-after': new Date(Date.now() - 5000).toUTCString() }, 0],
  [{ 'retry-after': 'soon' }, undefined],
  [{}, undefined],
])('%o asks to wait %s ms', (headers, wait) => {
  expect(of(429, { error: { message: 'slow' } }, headers).retryAfter).toBe(wait);
});

test('gemini says in the body how long to wait', () => {
  const details = [{ reason: 'x' }, { retryDelay: '34.5s' }];
  expect(of(429, { error: { code: 429, message: 'Quota', details } }).retryAfter).toBe(34_500);
});

test('a provider that says not to retry is obeyed', () => {
  expect(of(503, { error: { message: 'x' } }, { 'x-should-retry': 'false' }).retryable).toBe(false);
});
