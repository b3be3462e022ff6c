import type { PostRow } from '@polylogue/contract';
import { expect, test } from 'vitest';
import { isWorthTelling, readyAnswer } from './announcing.ts';
import { turnRow } from './testing/turns.ts';

const row = (by_id: string, mentions: string[] = [], more: Partial<PostRow> = {}) =>
  ({ kind: 'post', by_id, mentions, deleted_at: null, ...more }) as PostRow;

test('somebody notified about everything is told about other people’s posts [SPACE-15]', () => {
  expect(isWorthTelling(row('ada'), 'all', 'me')).toBe(true);
  expect(isWorthTelling(row('me'), 'all', 'me')).toBe(false);
  expect(isWorthTelling(row('ada', [], { kind: 'notice' }), 'all', 'me')).toBe(false);
  expect(isWorthTelling(row('ada', [], { deleted_at: 1 }), 'all', 'me')).toBe(false);
});

test('otherwise only about mentions, or about nothing [SPACE-15]', () => {
  expect(isWorthTelling(row('ada', ['me']), 'mentions', 'me')).toBe(true);
  expect(isWorthTelling(row('ada'), 'mentions', 'me')).toBe(false);
  expect(isWorthTelling(row('ada', ['me']), 'none', 'me')).toBe(false);
});

test('who asked the AI is told when the answer is ready, unless they are told nothing', () => {
  const running = [turnRow({ state: 'running' })];
  const done = [turnRow({ state: 'done' })];
  const failed = [turnRow({ state: 'failed' })];
  expect(readyAnswer(running, done, 'mentions', 'ada')).toBe(done[0]);
  expect(readyAnswer(done, [...done], 'all', 'ada')).toBeNull();
  expect(readyAnswer([], done, 'all', 'ada')).toBeNull();
  expect(readyAnswer(running, done, 'all', 'ben')).toBeNull();
  expect(readyAnswer(running, failed, 'all', 'ada')).toBeNull();
  expect(readyAnswer(running, done, 'none', 'ada')).toBeNull();
});
