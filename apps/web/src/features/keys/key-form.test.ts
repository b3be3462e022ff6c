import { describe, expect, test } from 'vitest';
import { providerOfKey, providerOfPasted } from './key-form.ts';

const rest = 'x7Kq20-fTz_Lm4Wb9RcV1';

test.each([
  ['sk-ant-api03-', 'anthropic'],
  ['sk-proj-', 'openai'],
  ['AIza', 'gemini'],
  ['AQ.', 'gemini'],
  ['xai-', 'grok'],
] as const)('a key that begins with %s is one of %s', (form, provider) => {
  expect(providerOfKey(form + rest)).toBe(provider);
  expect(providerOfKey(` ${form}${rest}\n`)).toBe(provider);
});

test.each(['sk-', 'sk-or-v1-', 'gsk_', '', 'canary-'])(
  'a key that begins with “%s” names no provider',
  (form) => expect(providerOfKey(form + rest)).toBeNull(),
);

test.each(['xai-', 'AIza?', 'sk-ant-a word and another word'])('“%s” is not a whole key', (text) =>
  expect(providerOfKey(text)).toBeNull(),
);

describe('only a key that arrives all at once names its provider', () => {
  const key = `xai-${rest}`;
  test.each([
    ['', key],
    ['half', key],
    [`sk-ant-${rest.toLowerCase()}-longer`, key],
    [`xai-${[...rest].reverse().join('')}`, key],
  ])('pasted over “%s”', (before, now) => expect(providerOfPasted(before, now)).toBe('grok'));

  test.each([
    [key.slice(0, -1), key],
    [`${key}a`, key],
    [key.replace('K', ''), key],
    [key, key],
  ])('typed after “%s”', (before, now) => expect(providerOfPasted(before, now)).toBeNull());
});
