import { expect, test } from 'vitest';
import type { Fields } from './initial-fields.ts';
import { fieldsFor, isForHere, shouldTry } from './pasted.ts';

const apiKey = 'xai-x7Kq20-fTz_Lm4Wb9RcV1';
const pasted = { provider: 'grok', apiKey } as const;
const own = 'https://api.x.ai/v1/chat/completions';
const setting = (endpoint: string, key: string = apiKey) =>
  ({ type: 'grok', config: { apiKey: key, endpoint, model: 'grok-4.7' } }) as const;

test('a pasted key is tried at its own provider', () => {
  expect(shouldTry(pasted, setting(own))).toBe(true);
});

test.each([
  'https://elsewhere.example/v1/chat/completions',
  'http://api.x.ai/v1/chat/completions',
  'https://api.x.ai:8443/v1/chat/completions',
  'https://api.x.ai.example/v1',
  'not an address',
])('not at %s', (endpoint) => expect(shouldTry(pasted, setting(endpoint))).toBe(false));

test('nor another key, nor one with more typed after it', () => {
  expect(shouldTry(null, setting(own))).toBe(false);
  expect(shouldTry(pasted, setting(own, `${apiKey}a`))).toBe(false);
  expect(shouldTry({ ...pasted, provider: 'openai' }, setting(own))).toBe(false);
});

test('a key pasted beside another provider gets its own endpoint, whatever was saved for it', () => {
  const proxied: Fields = {
    apiKey: 'old',
    endpoint: 'https://proxy.example/v1',
    model: 'm',
    keyFrom: 'saved',
  };
  expect(fieldsFor(pasted, proxied)).toEqual({
    apiKey,
    keyFrom: 'typed',
    endpoint: own,
    model: 'grok-2-1212',
  });
  expect(fieldsFor(pasted, { ...proxied, endpoint: own, model: 'grok-4.7' }).model).toBe('grok-4.7');
});

test('a key pasted beside its own provider’s format belongs there only at its own origin, or where an address was typed [CONF-15 CONF-16]', () => {
  const relay = { endpoint: 'https://relay.example/v1' };
  expect(isForHere('grok', { type: 'grok' }, { endpoint: own }, { endpoint: own })).toBe(true);
  expect(isForHere('grok', { type: 'openai' }, { endpoint: own }, { endpoint: own })).toBe(false);
  expect(isForHere('grok', { type: 'grok', origin: 'https://relay.example' }, relay, relay)).toBe(false);
  expect(isForHere('grok', { type: 'grok' }, relay, { endpoint: own })).toBe(true);
  const router = { endpoint: 'https://openrouter.ai/api/v1/chat/completions' };
  expect(isForHere('openai', { type: 'openai', preset: 'openrouter' }, router, router)).toBe(false);
  expect(isForHere('openai', { type: 'openai', preset: 'other' }, { endpoint: '' }, { endpoint: '' })).toBe(
    true,
  );
});
