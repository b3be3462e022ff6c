import { expect, test } from 'vitest';
import { asksAi, callsAi } from './asking.ts';

const plain = { isSwitched: false, isCalled: false, isOffRecord: false };

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
  expect(asksAi('mentioned', plain)).toBe(false);
  expect(asksAi('mentioned', { ...plain, isCalled: true })).toBe(true);
  expect(asksAi('mentioned', { ...plain, isSwitched: true })).toBe(true);
});

test('where the AI answers every post, every post asks; where it is off, none does', () => {
  expect(asksAi('always', plain)).toBe(true);
  expect(asksAi('off', { ...plain, isCalled: true, isSwitched: true })).toBe(false);
});

test.each(['mentioned', 'always', 'off'] as const)('off the record nobody asks, in the mode %s', (mode) => {
  expect(asksAi(mode, { isSwitched: true, isCalled: true, isOffRecord: true })).toBe(false);
});
