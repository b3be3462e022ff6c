import { expect, test } from 'vitest';
import { readSetting, type SavedProvider, savedProviders, useSavedProviders } from './index.ts';

test('the folder’s exports say who is saved and never give a key, not even a field for one [COST-02]', () => {
  const one: Record<keyof SavedProvider, true> = {
    provider: true,
    origin: true,
    name: true,
    model: true,
  };
  expect(Object.keys(one)).not.toContain('apiKey');
  expect(savedProviders()).toEqual([]);
  expect(readSetting({ provider: 'grok' })).toBeNull();
  expect(typeof useSavedProviders).toBe('function');
});
