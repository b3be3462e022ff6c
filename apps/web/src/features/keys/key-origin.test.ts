import { describe, expect, test } from 'vitest';
import { safeStorage } from '../../lib/state/storage.ts';
import { boundKey, initialFields, keyForEndpoint } from './dialog/initial-fields.ts';
import { placeOf } from './dialog/place.ts';
import { originOf } from './endpoint.ts';
import { openSettings } from './setting.ts';
import { memoryStorage } from './testing/memory-storage.ts';

const key = 'sk-one-4711';
const home = 'https://api.openai.com/v1';

const entries = (endpoint: string, apiKey = key) => ({
  ai_provider: 'openai',
  openai_api_key: apiKey,
  openai_endpoint: endpoint,
  openai_model: 'gpt-4o',
});
const record = (keyHost: string) => ({ 'polylogue.key_host': keyHost });
const remembering = (endpoint: string, apiKey = key, provider = 'openai') => ({
  'polylogue.connections': JSON.stringify([{ type: provider, apiKey, endpoint, model: 'gpt-4o' }]),
});
const over = (storage: Storage) => openSettings(safeStorage(() => storage));
const problemOf = (settings: ReturnType<typeof over>) => {
  const stored = settings.stored();
  return stored.state === 'set' ? stored.problem : stored.state;
};

describe('when the page opens', () => {
  test.each<[string, Record<string, string>, 'other-origin' | null]>([
    ['the four entries alone work', entries(home), null],
    ['the four entries alone work over http', entries('http://localhost:1234/v1'), null],
    ['a record of this origin', { ...entries(home), ...record('https://api.openai.com') }, null],
    [
      'another path of the origin',
      { ...entries(`${home}/x?y=1`), ...record('https://api.openai.com') },
      null,
    ],
    [
      'the same origin in capitals, with its port written out',
      { ...entries('https://API.openai.com:443/v1'), ...record('https://api.openai.com') },
      null,
    ],
    [
      'http instead of https',
      { ...entries('http://api.openai.com/v1'), ...record('https://api.openai.com') },
      'other-origin',
    ],
    [
      'https instead of http',
      { ...entries('https://localhost:1234/v1'), ...record('http://localhost:1234') },
      'other-origin',
    ],
    [
      'another port',
      { ...entries('https://api.openai.com:8443/v1'), ...record('https://api.openai.com') },
      'other-origin',
    ],
    [
      'another host',
      { ...entries('https://api.openai.com.evil.example/v1'), ...record('https://api.openai.com') },
      'other-origin',
    ],
    ['a record that is not an origin', { ...entries(home), ...record('null') }, 'other-origin'],
    ['no record, and the remembered endpoint', { ...entries(home), ...remembering(home) }, null],
    [
      'no record, and another path of the remembered endpoint',
      { ...entries(home), ...remembering('https://api.openai.com/') },
      null,
    ],
    [
      'no record, and another host than the one remembered for the key',
      { ...entries('https://evil.example/v1'), ...remembering(home) },
      'other-origin',
    ],
    [
      'no record, and http instead of the https remembered for the key',
      { ...entries('http://api.openai.com/v1'), ...remembering(home) },
      'other-origin',
    ],
    [
      'no record, and another host than the one remembered for the key under another provider’s name',
      { ...entries('https://evil.example/v1'), ...remembering(home, key, 'grok') },
      'other-origin',
    ],
    [
      'no record, and an unknown key',
      { ...entries('https://openrouter.ai/api/v1', 'sk-or-new'), ...remembering(home) },
      null,
    ],
    [
      'a record of a new origin for a key that was saved elsewhere before',
      { ...entries('https://relay.example/v1'), ...record('https://relay.example'), ...remembering(home) },
      null,
    ],
    [
      'none as a key, wherever it goes',
      { ...entries('http://evil.example', 'none'), ...record('https://api.openai.com') },
      null,
    ],
  ])('%s', (_, texts, problem) => {
    const storage = memoryStorage(texts);
    const settings = over(storage);
    expect(problemOf(settings)).toBe(problem);
    // And at every read after the first.
    settings.reread();
    expect(problemOf(settings)).toBe(problem);
    const here = originOf(texts.openai_endpoint ?? '');
    expect(settings.saved().some(({ origin }) => origin === here)).toBe(problem === null);
  });
});

describe('while the page is open, devtools or another tab', () => {
  const moved = 'https://evil.example/v1';

  test.each<[string, Record<string, string>, string]>([
    ['move the endpoint of the four entries', entries(home), moved],
    ['turn its https into http', entries(home), 'http://api.openai.com/v1'],
    ['change its port', entries('http://localhost:1234/v1'), 'http://localhost:4321/v1'],
  ])('%s: the key stays at home', (_, texts, endpoint) => {
    const storage = memoryStorage(texts);
    const settings = over(storage);
    expect(problemOf(settings)).toBeNull();
    storage.setItem('openai_endpoint', endpoint);
    expect(problemOf(settings)).toBe('other-origin');
    expect(settings.saved()).toEqual([]);
    storage.setItem('openai_endpoint', texts.openai_endpoint ?? '');
    expect(problemOf(settings)).toBeNull();
  });

  test('remove the record and move the endpoint: the key stays at home, even under another provider’s name', () => {
    const storage = memoryStorage();
    const settings = over(storage);
    settings.save({ type: 'openai', config: { apiKey: key, endpoint: home, model: 'gpt-4o' } });
    storage.removeItem('polylogue.key_host');
    storage.setItem('openai_endpoint', moved);
    expect(problemOf(settings)).toBe('other-origin');
    storage.setItem('ai_provider', 'anthropic');
    expect(problemOf(settings)).toBe('other-origin');
    // Not even when the remembered list is removed too, as long as the page stays open.
    storage.removeItem('polylogue.connections');
    expect(problemOf(settings)).toBe('other-origin');
  });

  test('write four other entries, key and all: they work', () => {
    const storage = memoryStorage(entries(home));
    const settings = over(storage);
    expect(problemOf(settings)).toBeNull();
    for (const [name, text] of Object.entries(entries('https://openrouter.ai/api/v1', 'sk-or-1')))
      storage.setItem(name, text);
    expect(problemOf(settings)).toBeNull();
  });

  test('save the same key for another origin, record and all: it moves', () => {
    const storage = memoryStorage();
    const settings = over(storage);
    const config = { apiKey: key, endpoint: home, model: 'gpt-4o' };
    settings.save({ type: 'openai', config });
    over(storage).save({ type: 'openai', config: { ...config, endpoint: 'https://relay.example/v1' } });
    expect(problemOf(settings)).toBeNull();
  });

  test('empty the storage and write the four entries again: the forgotten key is no longer known', () => {
    const storage = memoryStorage();
    const settings = over(storage);
    settings.save({ type: 'openai', config: { apiKey: key, endpoint: home, model: 'gpt-4o' } });
    expect(settings.forgetKey({ provider: 'openai' })).toBe(true);
    for (const [name, text] of Object.entries(entries('https://relay.example/v1')))
      storage.setItem(name, text);
    expect(problemOf(settings)).toBeNull();
  });
});

describe('the dialog', () => {
  test.each([
    ['with a record', { ...entries('http://api.openai.com/v1'), ...record('https://api.openai.com') }],
    ['without one', { ...entries('http://api.openai.com/v1'), ...remembering(home) }],
  ])('holds the key back until the endpoint is back at its origin, %s [CONF-15]', (_, texts) => {
    const settings = over(memoryStorage(texts));
    const place = placeOf({ type: 'openai', endpoint: 'http://api.openai.com/v1' });
    const fields = initialFields(settings, place);
    expect(fields).toMatchObject({ apiKey: '', endpoint: 'http://api.openai.com/v1', keyFrom: 'held-back' });
    const bound = boundKey(settings, place);
    expect(keyForEndpoint('http://api.openai.com/v2', fields, bound)).toEqual(fields);
    expect(keyForEndpoint(home, fields, bound)).toEqual({ apiKey: key, keyFrom: 'saved' });
  });

  test('what is typed there works at once, and the record says so', () => {
    const storage = memoryStorage({ ...entries('http://nas:1234/v1'), ...remembering(home) });
    const settings = over(storage);
    expect(problemOf(settings)).toBe('other-origin');
    settings.save({
      type: 'openai',
      config: { apiKey: key, endpoint: 'http://nas:1234/v1', model: 'gpt-4o' },
    });
    expect(problemOf(settings)).toBeNull();
    expect(storage.getItem('polylogue.key_host')).toBe('http://nas:1234');
  });
});
