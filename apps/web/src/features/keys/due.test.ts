import type { ProviderSetting } from '@polylogue/providers';
import { expect, test } from 'vitest';
import { dueAt } from './due.ts';
import { rememberListed } from './listed.ts';

const at = (endpoint: string, apiKey = 'sk-1234567890'): ProviderSetting => ({
  type: 'openai',
  config: { apiKey, endpoint, model: 'm' },
});

test('models are requested automatically, and only once when there is a key', () => {
  const setting = at('https://once.example/v1');
  expect(dueAt(setting)).toBe('now');
  rememberListed(setting, [{ id: 'm' }]);
  expect(dueAt(setting)).toBe('done');
});

test('models of a server without keys come and go, so they are requested each time', () => {
  const setting = at('http://localhost:11434/v1', 'none');
  rememberListed(setting, [{ id: 'm' }]);
  expect(dueAt(setting)).toBe('now');
});

test('a key that others could read on the way is sent only on request [COST-26]', () => {
  const setting = at('http://192.168.1.9/v1');
  expect(dueAt(setting)).toBe('on-request');
  expect(dueAt(at('http://192.168.1.9/v1', 'none'))).toBe('now');
  rememberListed(setting, [{ id: 'm' }]);
  expect(dueAt(setting)).toBe('done');
});
