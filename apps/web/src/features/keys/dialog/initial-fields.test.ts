import { describe, expect, test } from 'vitest';
import { safeStorage } from '../../../lib/state/storage.ts';
import { openSettings } from '../setting.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import { boundKey, initialFields, keyForEndpoint } from './initial-fields.ts';
import { placeOf } from './place.ts';

const over = (storage: Storage) => openSettings(safeStorage(() => storage));
const fresh = () => over(memoryStorage());
const own = { apiKey: 'sk-own-1', endpoint: 'https://api.openai.com/v1', model: 'gpt-6-luna' };

describe('the form’s initial fields', () => {
  test.each([
    ['openai', 'https://api.openai.com/v1/chat/completions', 'gpt-4o'],
    [
      'gemini',
      'https://generativelanguage.googleapis.com/v1beta/models/gemini-pro:generateContent',
      'gemini-pro',
    ],
    ['anthropic', 'https://api.anthropic.com/v1/messages', 'claude-3-5-sonnet-20241022'],
    ['deepseek', 'https://api.deepseek.com/v1/chat/completions', 'deepseek-chat'],
    ['grok', 'https://api.x.ai/v1/chat/completions', 'grok-2-1212'],
  ] as const)(
    '%s’s defaults and an empty key, when it was never saved [CONF-08 CONF-09 CONF-13]',
    (provider, endpoint, model) => {
      expect(initialFields(fresh(), { type: provider })).toEqual({
        apiKey: '',
        endpoint,
        model,
        keyFrom: 'saved',
      });
    },
  );

  test('what was saved for the provider, even after another was saved [CONF-14]', () => {
    const settings = fresh();
    settings.save({ type: 'openai', config: own });
    settings.save({ type: 'grok', config: { apiKey: 'xai-1', endpoint: 'https://api.x.ai/v1', model: 'g' } });
    expect(initialFields(settings, { type: 'openai' })).toEqual({ ...own, keyFrom: 'saved' });
  });

  test.each([null, 'gemini'] as const)(
    'a provider’s own, not another server’s saved later, with %s in use [CONF-08 CONF-15]',
    (used) => {
      const settings = fresh();
      const relay = { apiKey: 'sk-relay-1', endpoint: 'https://relay.example/v1', model: 'm' };
      settings.save({ type: 'openai', config: relay });
      expect(initialFields(settings, { type: 'openai' })).toMatchObject({
        apiKey: '',
        endpoint: 'https://api.openai.com/v1/chat/completions',
      });
      settings.save({ type: 'openai', config: own });
      settings.save({ type: 'openai', config: relay });
      if (used) settings.save({ type: used, config: { ...own, endpoint: 'https://google.example/v1beta' } });
      expect(initialFields(settings, { type: 'openai' })).toEqual({ ...own, keyFrom: 'saved' });
      expect(initialFields(settings, placeOf({ type: 'openai', ...relay }))).toMatchObject(relay);
    },
  );

  test('what the entries say, no matter who wrote them', () => {
    const storage = memoryStorage({ ai_provider: 'openai', openai_api_key: 'sk-devtools' });
    expect(initialFields(over(storage), { type: 'openai' }).apiKey).toBe('sk-devtools');
  });

  test('no key beside an endpoint that was moved to another origin [CONF-15]', () => {
    const moved = memoryStorage();
    const settings = over(moved);
    settings.save({ type: 'openai', config: own });
    moved.setItem('openai_endpoint', 'https://evil.example/v1');
    const place = { type: 'openai', origin: 'https://evil.example' } as const;
    expect(initialFields(settings, place)).toEqual({
      apiKey: '',
      endpoint: 'https://evil.example/v1',
      model: own.model,
      keyFrom: 'held-back',
    });
    expect(boundKey(settings, place)).toEqual({
      apiKey: own.apiKey,
      origin: 'https://api.openai.com',
    });
  });
});

describe('a saved key is shown only at its own origin [CONF-15]', () => {
  const bound = { apiKey: 'sk-own-1', origin: 'https://api.openai.com' };
  const saved = { apiKey: 'sk-own-1', keyFrom: 'saved' } as const;
  const heldBack = { apiKey: '', keyFrom: 'held-back' } as const;
  const typed = { apiKey: 'sk-typed', keyFrom: 'typed' } as const;

  test.each([
    ['it goes when the host changes', saved, 'https://openrouter.ai/api/v1', heldBack],
    ['it goes when a letter of the host changes', saved, 'https://api.openai.co', heldBack],
    ['it goes when the port changes', saved, 'https://api.openai.com:8443/v1', heldBack],
    ['it goes when https becomes http', saved, 'http://api.openai.com/v1', heldBack],
    ['it stays when the path changes', saved, 'https://api.openai.com/v2', saved],
    ['it stays while the address is incomplete', saved, 'https:/', saved],
    ['it comes back with its host', heldBack, 'https://api.openai.com/v1', saved],
    ['it stays away elsewhere', heldBack, 'https://other.example', heldBack],
    ['what was typed stays anywhere', typed, 'https://other.example', typed],
    ['what was typed is not replaced', typed, 'https://api.openai.com/v1', typed],
  ])('%s', (_, now, endpoint, next) => expect(keyForEndpoint(endpoint, now, bound)).toEqual(next));

  test('typing all the way to another host and back loses nothing', () => {
    const home = 'https://api.openai.com/v1';
    const away = 'http://localhost:1234/v1';
    const keys = (from: string, to: string) => [
      ...Array.from(from, (_, at) => from.slice(0, from.length - at)),
      ...Array.from(to, (_, at) => to.slice(0, at + 1)),
    ];
    let now: Parameters<typeof keyForEndpoint>[1] = saved;
    for (const endpoint of keys(home, away)) now = keyForEndpoint(endpoint, now, bound);
    expect(now).toEqual(heldBack);
    for (const endpoint of keys(away, home)) now = keyForEndpoint(endpoint, now, bound);
    expect(now).toEqual(saved);
  });

  test('a provider without a saved key, or with `none`, has nothing to hold back', () => {
    const settings = fresh();
    expect(boundKey(settings, { type: 'openai' })).toBeNull();
    settings.save({ type: 'openai', config: { ...own, apiKey: 'none' } });
    expect(boundKey(settings, { type: 'openai' })).toBeNull();
    expect(keyForEndpoint('https://other.example', saved, null)).toEqual(saved);
  });
});
