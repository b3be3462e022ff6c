import type { PostRow } from '@polylogue/contract';
import { expect, test } from 'vitest';
import { isWorthTelling } from './announcing.ts';

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
