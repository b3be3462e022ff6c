import { expect, test } from 'vitest';
import { asksAi, callsAi } from './asking.ts';

const toEveryone = { isAsking: false, isOffRecord: false };

test.each([
  ['@ai what is this?', true],
  ['  @AI, what is this?', true],
  ['@ai', true],
  ['@Dr Watson: who did it?', true],
  ['@dr watson', true],
  ['@aileen hello', false],
  ['@ai.lee hello', false],
  ['@ai-lee hello', false],
  ['@Dr Watsons', false],
  ['Ask @ai', false],
  ['ai', false],
])('“%s” calls an AI named Dr Watson: %s', (text, is) => {
  expect(callsAi(text, { ai_name: 'Dr Watson' })).toBe(is);
});

test('a post asks when it calls the AI, or when its author has switched to asking', () => {
  const ai = { ai_mode: 'mentioned', ai_name: null } as const;
  expect(asksAi('Hello', ai, toEveryone)).toBe(false);
  expect(asksAi('@ai Hello', ai, toEveryone)).toBe(true);
  expect(asksAi('Hello', ai, { ...toEveryone, isAsking: true })).toBe(true);
});

test('where the AI answers every post, every post asks; where it is off, none does', () => {
  expect(asksAi('Hello', { ai_mode: 'always', ai_name: null }, toEveryone)).toBe(true);
  expect(asksAi('@ai Hello', { ai_mode: 'off', ai_name: null }, { ...toEveryone, isAsking: true })).toBe(
    false,
  );
});

test.each(['mentioned', 'always', 'off'] as const)(
  'off the record nobody asks, in the mode %s',
  (ai_mode) => {
    expect(asksAi('@ai Hello', { ai_mode, ai_name: null }, { isAsking: true, isOffRecord: true })).toBe(
      false,
    );
  },
);
