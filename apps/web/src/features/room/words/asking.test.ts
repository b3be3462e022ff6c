import { mentionsAi } from '@polylogue/sync/spaces';
import { expect, test } from 'vitest';
import { asksAi } from './asking.ts';

const plain = { isSwitched: false, isAiMentioned: false, isOffRecord: false };

test.each([
  ['@ai what is this?', true],
  ['  @AI, what is this?', true],
  ['@ai', true],
  ['@ai你好', true],
  ['＠ai 今日は', true],
  ['@ai/package is broken', false],
  ['@Dr Watson: who did it?', true],
  ['@dr watson', true],
  ['@aileen hello', false],
  ['@ai.lee hello', false],
  ['@ai-lee hello', false],
  ['@Dr Watsons', false],
  ['Ask @ai', false],
  ['ai', false],
])('“%s” mentions an AI named Dr Watson: %s', (text, is) => {
  expect(mentionsAi(text, { ai_name: 'Dr Watson' })).toBe(is);
});

test('a post asks when it mentions the AI, or when its author has switched to asking', () => {
  expect(asksAi('mentioned', plain)).toBe(false);
  expect(asksAi('mentioned', { ...plain, isAiMentioned: true })).toBe(true);
  expect(asksAi('mentioned', { ...plain, isSwitched: true })).toBe(true);
});

test('where the AI answers every post, every post asks; where it is off, none does', () => {
  expect(asksAi('always', plain)).toBe(true);
  expect(asksAi('off', { ...plain, isAiMentioned: true, isSwitched: true })).toBe(false);
});

test.each(['mentioned', 'always', 'off'] as const)(
  'a post off the record asks no one, in the mode %s',
  (mode) => {
    expect(asksAi(mode, { isSwitched: true, isAiMentioned: true, isOffRecord: true })).toBe(false);
  },
);
