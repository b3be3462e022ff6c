import { expect, test } from 'vitest';
import { safeStorage } from '../../../lib/state/storage.ts';
import { openSettings } from '../setting.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import { openDrafts } from './drafts.ts';
import { placeAsked, placeFor, placeOf } from './place.ts';

const at = (endpoint: string) => placeOf({ type: 'openai', endpoint });
const config = { apiKey: 'sk-1', endpoint: 'https://api.openai.com/v1', model: 'm' };
const relay = { ...config, endpoint: 'https://relay.example/v1' };

test('only what is at the provider’s own origin is the provider itself [CONF-08 CONF-15]', () => {
  expect(at('https://api.openai.com/v1')).toEqual({ type: 'openai' });
  expect(at('http://localhost:11434/v1')).toEqual({ type: 'openai', preset: 'ollama' });
  expect(at('https://relay.example/v1')).toEqual({ type: 'openai', origin: 'https://relay.example' });
  expect(at('http://api.openai.com/v1')).toEqual({ type: 'openai', origin: 'http://api.openai.com' });
  expect(at('no address')).toEqual({ type: 'openai' });
});

test('choosing a provider leads to another server only while nothing of its own is saved or typed [CONF-14]', () => {
  const storage = memoryStorage();
  const settings = openSettings(safeStorage(() => storage));
  const drafts = openDrafts();
  expect(placeFor('openai', settings, drafts)).toEqual({ type: 'openai' });
  settings.save({ type: 'openai', config: relay });
  settings.save({ type: 'openai', config: { ...config, endpoint: 'http://localhost:11434/v1' } });
  expect(placeFor('openai', settings, drafts)).toEqual({ type: 'openai', origin: 'https://relay.example' });
  const typed = { ...config, keyFrom: 'typed' } as const;
  drafts.store({ type: 'openai' }, typed, { ...typed, apiKey: '' });
  expect(placeFor('openai', settings, drafts)).toEqual({ type: 'openai' });
  drafts.drop({ type: 'openai' });
  settings.save({ type: 'openai', config });
  settings.save({ type: 'openai', config: relay });
  expect(placeFor('openai', settings, drafts)).toEqual({ type: 'openai' });
});

test('the key of the connection that was asked is changed, not that of the one in use', () => {
  const storage = memoryStorage();
  const settings = openSettings(safeStorage(() => storage));
  settings.save({ type: 'openai', config: relay });
  settings.save({ type: 'openai', config: { ...config, endpoint: 'http://localhost:11434/v1' } });
  settings.save({ type: 'openai', config: { ...config, endpoint: 'http://192.168.1.5:11434/v1' } });
  settings.save({ type: 'openai', config });
  const asked = (provider: string, endpoint: string) => placeAsked({ provider, endpoint }, settings);
  expect(asked('openai', relay.endpoint)).toEqual({ type: 'openai', origin: 'https://relay.example' });
  // Of a stored question only the host is known.
  expect(asked('openai', 'https://localhost:11434')).toEqual({
    type: 'openai',
    preset: 'ollama',
    origin: 'http://localhost:11434',
  });
  expect(asked('openai', config.endpoint)).toEqual({ type: 'openai' });
  expect(asked('deepseek', 'https://api.deepseek.com')).toEqual({ type: 'deepseek' });
  for (const gone of ['https://elsewhere.example', '']) expect(asked('openai', gone)).toBeNull();
  expect(asked('of a newer version', config.endpoint)).toBeNull();
});
