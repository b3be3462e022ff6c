import type { Failure, Listing, ProviderName, ProviderSetting } from '@polylogue/providers';
import { knownModelsOf } from '@polylogue/providers/known-models';
import { describe, expect, test } from 'vitest';
import { providerNames, providerOf } from '../catalog.ts';
import { storageWarning } from '../storage-warning.ts';
import {
  endpointWarning,
  keyHints,
  keyPage,
  savedToast,
  suggestions,
  testWords,
  unsupportedWords,
} from './words.ts';

const settingOf = (type: ProviderName, endpoint = 'https://host.example/v1'): ProviderSetting => ({
  type,
  config: { apiKey: 'none', endpoint, model: 'm' },
});
const all = { setting: true, remembered: true };

describe('after a save', () => {
  test.each(providerNames)('the toast says which provider is in use: %s [CONF-11]', (provider) => {
    expect(savedToast(settingOf(provider), all)).toEqual({
      title: 'Settings saved',
      text: `Now using ${providerOf(provider).displayName}`,
    });
  });

  test('it says what the browser did not store', () => {
    expect(savedToast(settingOf('grok'), { setting: false, remembered: false }).text).toMatch(
      /^Now using Grok 2\. This browser does not store/,
    );
    expect(storageWarning({ setting: true, remembered: false })).toMatch(/too full to remember/);
    expect(storageWarning(all)).toBeNull();
  });

  test.each([
    [{ ok: true, models: [{ id: 'm' }] }, 'localhost:11434 answers'],
    [{ ok: true, models: [] }, 'localhost:11434 answers'],
    [
      { ok: true, models: [{ id: 'a' }, { id: 'b' }] },
      'localhost:11434 answers, but does not list m: choose one of its 2 models',
    ],
    [
      { ok: false, failure: { kind: 'connect', message: 'Failed to fetch', retryable: true } },
      'Nothing answers at localhost:11434. Is Ollama running?',
    ],
    [null, 'localhost:11434 has not answered yet'],
  ] as const)('it says what answers at a new address [PLACE-07]', (listing, words) => {
    const setting = settingOf('openai', 'http://localhost:11434/v1');
    const tried = { listing: listing as Listing | null };
    expect(savedToast(setting, all, tried).text).toBe(`Now using GPT-4 Omega. ${words}`);
  });
});

describe('beside the key', () => {
  const bound = { apiKey: 'sk-1', origin: 'https://api.openai.com' };

  test('the form says where it is stored and where it goes', () => {
    expect(keyHints('openai', 'https://api.openai.com/v1', 'saved', bound)).toEqual([
      'Your key stays in this browser and goes only to api.openai.com.',
    ]);
    expect(keyHints('openai', '', 'typed', null)[0]).toMatch(/only to the endpoint given here/);
  });

  test('the form says why it is gone, once the host has changed [CONF-15]', () => {
    expect(keyHints('openai', 'https://openrouter.ai/api/v1', 'held-back', bound)[0]).toBe(
      'Your saved key is for api.openai.com. Enter the key for openrouter.ai.',
    );
  });

  test('the form shows both addresses in full when their hosts are the same [CONF-15]', () => {
    expect(keyHints('openai', 'http://api.openai.com/v1', 'held-back', bound)[0]).toBe(
      'Your saved key is for https://api.openai.com. Enter the key for http://api.openai.com.',
    );
  });

  test.each(['http://localhost:11434/v1', 'http://192.168.1.4:1234/v1', 'https://ollama.example.org'])(
    'the form says that %s may need none [FORM-06]',
    (endpoint) =>
      expect(keyHints('openai', endpoint, 'typed', null)).toContain('Type none for a server without a key.'),
  );

  test.each(['https://api.openai.com/v1', 'https://openrouter.ai/api/v1', ''])(
    'the form does not say so of %j',
    (endpoint) => expect(keyHints('openai', endpoint, 'typed', null)).toHaveLength(1),
  );

  test('the form says where to get one, unless the server is not the provider’s', () => {
    expect(keyPage('openai', 'https://api.openai.com/v1')).toMatch(/^https:/);
    expect(keyPage('openai', 'http://localhost:11434/v1')).toBeNull();
  });
});

describe('beside the endpoint', () => {
  test.each([
    ['http://192.168.1.4:1234/v1', 'sk-1', 'http:', /not encrypted: others/],
    ['http://api.example/v1', 'sk-1', 'http:', /not encrypted: others/],
    ['http://api.example/v1', 'sk-1', 'https:', /browser refuses/],
    ['http://192.168.1.4:1234/v1', 'none', 'https:', /browser refuses/],
  ])('%s with the key %s on an %s page gets a warning', (endpoint, apiKey, page, words) =>
    expect(endpointWarning(endpoint, apiKey, page)).toMatch(words),
  );

  test.each([
    ['http://localhost:11434/v1', 'sk-1', 'https:'],
    ['http://192.168.1.4:1234/v1', 'none', 'http:'],
    ['http://192.168.1.4:1234/v1', '', 'http:'],
    ['https://api.openai.com/v1', 'sk-1', 'https:'],
    ['not an address', 'sk-1', 'https:'],
  ])('%s with the key %s on an %s page is fine', (endpoint, apiKey, page) =>
    expect(endpointWarning(endpoint, apiKey, page)).toBeNull(),
  );
});

describe('a test of the key', () => {
  const setting = (endpoint: string) =>
    ({ type: 'openai', config: { apiKey: 'sk-1', endpoint, model: 'm' } }) as const;
  const models = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `m${at}` }));

  test.each([
    ['https://api.openai.com/v1', 3, 'The key works: 3 models to choose from.'],
    ['https://api.openai.com/v1', 1, 'The key works: 1 model to choose from.'],
    ['https://api.openai.com/v1', 0, 'The key works, but lists no models. Type the model’s name.'],
    ['http://localhost:1234/v1', 2, 'localhost:1234 answers: 2 models to choose from.'],
  ])('at %s with %i models says: %s', (endpoint, count, text) =>
    expect(testWords(setting(endpoint), { ok: true, models: models(count) })).toEqual({ isGood: true, text }),
  );

  test('that failed says the same sentence as the chat would', () => {
    const failure: Failure = { kind: 'key', message: 'Unauthorized', status: 401, retryable: false };
    expect(testWords(setting('https://api.openai.com/v1'), { ok: false, failure })).toMatchObject({
      isGood: false,
      text: 'Invalid openai API key. Please check your settings',
    });
  });

  test('that openai did not let the browser read says that a wrong key looks like this', () => {
    const failure: Failure = { kind: 'connect', message: '', retryable: true };
    expect(testWords(setting('https://api.openai.com/v1'), { ok: false, failure })).toMatchObject({
      hint: expect.stringMatching(/wrong key looks like this too/),
    });
  });
});

describe('models to choose from', () => {
  test('are those the provider listed, with what it said about them', () => {
    const listed = [
      { id: 'gpt-4o', displayName: 'GPT-4o', contextWindow: 128_000, retires: '2027-01-14' },
      { id: 'mine', displayName: 'mine' },
    ];
    expect(suggestions(listed, [])).toEqual([
      { value: 'gpt-4o', note: 'GPT-4o · 128,000 tokens · retires 14 January 2027' },
      { value: 'mine' },
    ]);
  });

  test('are otherwise those we know', () => {
    expect(suggestions(null, knownModelsOf('grok')).map(({ value }) => value)).toContain('grok-4.7');
  });
});

test('a stored provider that is not supported is named', () => {
  expect(unsupportedWords({ state: 'unsupported', provider: 'skynet' })).toMatch(/“skynet” is not supported/);
  expect(unsupportedWords({ state: 'none' })).toBeNull();
});
