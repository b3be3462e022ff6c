import { expect, test } from 'vitest';
import { safeStorage } from '../../../lib/state/storage.ts';
import { openSettings } from '../setting.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import { openDrafts } from './drafts.ts';
import { placeFor, placeOf } from './place.ts';

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
