import type { Failure } from '@polylogue/providers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { failureSentence } from './failure-sentence.ts';

const failure = (said: Partial<Failure>): Failure => ({
  kind: 'other',
  message: '',
  retryable: false,
  ...said,
});
const text = (said: Partial<Failure>) => failureSentence(failure(said), 'gemini').text;

const key = 'Invalid gemini API key. Please check your settings';
const rate = 'gemini API rate limit exceeded. Please try again later';
const connect = 'Unable to connect to gemini. Please check your internet connection';

test.each([
  ['openai', 'GPT-4 Omega Error'],
  ['gemini', 'Gemini Pro Error'],
  ['anthropic', 'Claude 3.5 Sonnet Error'],
  ['deepseek', 'DeepSeek Chat Error'],
  ['grok', 'Grok 2 Error'],
] as const)('a failure of %s is titled %s [ERR-01]', (provider, title) => {
  expect(failureSentence(failure({}), provider).title).toBe(title);
});

describe('keywords decide', () => {
  test.each([
    ['API key not valid. Please pass a valid API key.', key],
    ['Incorrect API key provided', key],
    ['invalid api KEY', key],
  ])('“%s” is about the key [ERR-02 ERR-10]', (message, sentence) =>
    expect(text({ message })).toBe(sentence),
  );

  test.each([
    ['You exceeded your current quota', rate],
    ['QUOTA exceeded', rate],
  ])('“%s” is about the quota [ERR-03 ERR-10]', (message, sentence) =>
    expect(text({ message })).toBe(sentence),
  );

  test.each([
    ['Rate limit reached for requests', rate],
    ['rate limit', rate],
  ])('“%s” is about the rate limit [ERR-04 ERR-10]', (message, sentence) =>
    expect(text({ message })).toBe(sentence),
  );

  test.each([
    ['Failed to connect to the upstream', connect],
    ['Connection reset', connect],
  ])('“%s” is about connecting [ERR-05 ERR-10]', (message, sentence) =>
    expect(text({ message })).toBe(sentence),
  );

  test.each([
    ['NetworkError when attempting to fetch resource.', connect],
    ['network changed', connect],
  ])('“%s” is about the network [ERR-06 ERR-10]', (message, sentence) =>
    expect(text({ message })).toBe(sentence),
  );

  test('in the order of the specification when several occur', () => {
    expect(text({ message: 'network: the quota of this API key is used up' })).toBe(key);
    expect(text({ message: 'network: the quota is used up' })).toBe(rate);
  });

  test('before the status', () => {
    expect(text({ message: 'You exceeded your quota', status: 401 })).toBe(rate);
    expect(text({ message: 'This API key is limited', status: 429 })).toBe(key);
  });
});

describe('without a keyword', () => {
  test.each([
    [{ status: 401, message: 'invalid x-api-key' }, key],
    [{ status: 401, message: 'Unauthorized' }, key],
    [{ status: 429, message: 'Too many requests' }, rate],
    [{ kind: 'connect', message: 'Failed to fetch' }, connect],
    [{ kind: 'connect', message: '' }, connect],
  ] as const)('the status decides: %o [ERR-10]', (said, sentence) => expect(text(said)).toBe(sentence));

  test.each([
    { status: 400, kind: 'too-long', message: 'The prompt is too long' },
    { status: 402, kind: 'no-credit', message: 'Insufficient Balance' },
    { status: 403, kind: 'permission', message: 'Country not supported' },
    { status: 404, kind: 'model', message: 'models/gemini-pro is not found' },
    { status: 529, kind: 'overloaded', message: 'Overloaded' },
    { kind: 'unsupported-provider', message: 'Unsupported provider' },
  ] as const)('the provider keeps its own words: $message [ERR-07 ERR-09]', (said) =>
    expect(text(said)).toBe(said.message),
  );

  test.each(['', '   '])('“%s” is an unknown error [ERR-08]', (message) =>
    expect(text({ message })).toBe('An unexpected error occurred'),
  );
});

describe('the provider’s own words are shown under a sentence that may mislead [ERR-16]', () => {
  const said = (of: Partial<Failure>) => failureSentence(failure(of), 'gemini');

  test.each([
    [{ status: 403, kind: 'permission', message: 'Network policy violation' }, connect],
    [{ status: 502, kind: 'server', message: 'upstream connect error or disconnect/reset' }, connect],
    [{ kind: 'refused', message: 'This is about weapons in a network' }, connect],
    [{ status: 400, kind: 'other', message: 'Your api key is fine, but the tools are not' }, key],
    [{ status: 403, kind: 'permission', message: 'This API key may not use that model' }, key],
    [{ status: 401, kind: 'key', message: 'Your api key is fine, but it is Sunday' }, key],
    [{ status: 429, kind: 'rate-limit', message: 'This API key has made too many requests' }, key],
    [
      { status: 429, kind: 'no-credit', message: 'You exceeded your current quota, check your billing' },
      rate,
    ],
    [{ status: 429, kind: 'no-credit', message: 'Rate limit: your credit balance is empty' }, rate],
    [{ status: 429, kind: 'no-credit', message: 'Insufficient balance' }, rate],
    [{ kind: 'other', message: 'gemini-pro cannot read network.pdf. Remove the file' }, connect],
    [{ status: 503, kind: 'overloaded', message: 'Overloaded, not your rate limit' }, rate],
  ] as const)('%o', (of, sentence) => {
    expect(said(of)).toMatchObject({ text: sentence, quote: `“${of.message}”` });
  });

  test.each([
    { status: 400, kind: 'key', message: 'API key not valid. Please pass a valid API key.' },
    { status: 401, kind: 'key', message: 'Incorrect API key provided' },
    { status: 401, kind: 'key', message: 'Your api key: ****abcd is invalid' },
    { status: 401, kind: 'key', message: 'Unauthorized' },
    { status: 429, kind: 'rate-limit', message: 'Rate limit reached for requests' },
    { status: 429, kind: 'rate-limit', message: 'Slow down' },
    { kind: 'connect', message: 'Failed to fetch' },
  ] as const)('not under one that says the same: %o', (of) => expect(said(of).quote).toBeUndefined());

  test('nor under themselves', () =>
    expect(said({ status: 403, kind: 'permission', message: 'Country not supported' })).toEqual({
      title: 'Gemini Pro Error',
      text: 'Country not supported',
      cause: 'Country not supported',
    }));
});

describe('what is shown beside the sentence', () => {
  test('the provider’s own words, once they were rewritten [ERR-15]', () => {
    const said = failure({ status: 429, message: 'Slow down' });
    expect(failureSentence(said, 'grok').details).toBe('Slow down');
    expect(failureSentence({ ...said, details: '{"error":"Slow down"}' }, 'grok').details).toBe(
      '{"error":"Slow down"}',
    );
  });

  test('nothing is said twice', () => {
    expect(failureSentence(failure({ message: 'Overloaded' }), 'grok')).toEqual({
      title: 'Grok 2 Error',
      text: 'Overloaded',
      cause: 'Overloaded',
    });
  });

  test('with openai, that a wrong key looks like being offline', () => {
    expect(failureSentence(failure({ kind: 'connect' }), 'openai').hint).toMatch(
      /wrong key looks like this too/,
    );
    expect(failureSentence(failure({ kind: 'connect' }), 'gemini').hint).toBeUndefined();
  });
});

describe('a server of one’s own that does not answer is named, and neither a provider, a key nor the internet [ERR-18]', () => {
  const at = (endpoint: string) =>
    failureSentence(failure({ kind: 'connect', message: 'Failed to fetch' }), 'openai', endpoint);

  test.each([
    ['http://localhost:11434/v1', 'Ollama', 'Nothing answers at localhost:11434. Is Ollama running?'],
    ['http://192.168.1.4:1234/v1', 'LM Studio', 'Nothing answers at 192.168.1.4:1234. Is LM Studio running?'],
    ['http://localhost:8000/v1', 'vLLM', 'Nothing answers at localhost:8000. Is vLLM running?'],
    ['http://[::1]:8080', 'llama.cpp', 'Nothing answers at [::1]:8080. Is llama.cpp running?'],
    [
      'http://nas.local:5000/v1',
      'nas.local:5000',
      'Nothing answers at nas.local:5000. Is the server running?',
    ],
    ['https://ai.example/v1', 'ai.example', 'Nothing answers at ai.example. Is the server running?'],
  ])('%s', (endpoint, name, text) => {
    const sentence = at(endpoint);
    expect(sentence).toMatchObject({ title: `${name} Error`, text });
    expect(sentence.cause).toMatch(/could not be reached/);
    expect(JSON.stringify(sentence)).not.toMatch(/openai|internet|key/i);
  });

  const hint = (server: string, setting: string, more = '') =>
    `If ${server} is running, it may not allow calls from this page (${setting})${more}.`;
  const network =
    ', or the browser does not let this page reach the local network (see the icon beside its address)';

  test('its CORS setting may be behind it, and on this network what the browser was told about that', () => {
    expect(at('http://localhost:11434/v1').hint).toBe(hint('Ollama', 'OLLAMA_ORIGINS', network));
    expect(at('http://localhost:1234/v1').hint).toBe(hint('LM Studio', '“Enable CORS”', network));
    const either = 'OLLAMA_ORIGINS in Ollama, “Enable CORS” in LM Studio';
    expect(at('http://localhost:4321/v1').hint).toBe(hint('the server', either, network));
    expect(at('https://ai.example/v1').hint).toBe(hint('the server', 'CORS'));
  });

  test('on an encrypted page, an address that is not may be behind it', () => {
    vi.stubGlobal('location', { protocol: 'https:' });
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(at('http://localhost:11434/v1').hint).toBe(
      `${hint('Ollama', 'OLLAMA_ORIGINS', network)} Some browsers call no http:// address from an https:// page.`,
    );
    expect(at('https://ai.example/v1').hint).toBe(hint('the server', 'CORS'));
  });

  test('a service for everyone does not stop running: the internet connection may be behind it', () => {
    expect(at('https://openrouter.ai/api/v1/chat/completions')).toEqual({
      title: 'OpenRouter Error',
      text: 'Unable to connect to OpenRouter. Please check your internet connection',
      cause: 'openrouter.ai could not be reached.',
    });
  });

  test('the providers themselves keep the sentence of the specification', () => {
    expect(at('https://api.openai.com/v1').text).toBe(
      'Unable to connect to openai. Please check your internet connection',
    );
  });
});

test('a failure without a provider still reads as a sentence', () => {
  expect(failureSentence(failure({ message: 'Unsupported provider' }), null)).toEqual({
    title: 'AI Provider Error',
    text: 'Unsupported provider',
    cause: 'Unsupported provider',
  });
});

test.each([
  ['key', 'Google did not accept this key.'],
  ['rate-limit', 'Google accepts no more requests for now.'],
  ['connect', 'Google could not be reached.'],
  ['offline', 'This device is offline. Your message is kept: retry once you are connected again.'],
] as const)('a rewritten failure of the kind %s has a cause in words of its own [ERR-17]', (kind, cause) => {
  const message = 'API key, rate limit, connect';
  expect(failureSentence(failure({ kind, message }), 'gemini').cause).toBe(cause);
});

test('a server that only uses a provider’s format is named by its host', () => {
  const refused = failure({ kind: 'key', status: 401, message: 'No' });
  const sentence = failureSentence(refused, 'openai', 'http://localhost:11434/v1');
  expect(sentence.cause).toBe('localhost:11434 did not accept this key.');
});
