import type { PostRow } from '@polylogue/contract';
import { expect, test } from 'vitest';
import { isWorthTelling } from './announcing.ts';

const row = (by_id: string, mentions: string[] = [], more: Partial<PostRow> = {}) =>
  ({ kind: 'post', by_id, mentions, deleted_at: null, ...more }) as PostRow;

test('who is notified of everything is told of the posts of others [SPACE-15]', () => {
  expect(isWorthTelling(row('ada'), 'all', 'me')).toBe(true);
  expect(isWorthTelling(row('me'), 'all', 'me')).toBe(false);
  expect(isWorthTelling(row('ada', [], { kind: 'notice' }), 'all', 'me')).toBe(false);
  expect(isWorthTelling(row('ada', [], { deleted_at: 1 }), 'all', 'me')).toBe(false);
});

test('else only of mentions, or of nothing [SPACE-15]', () => {
  expect(isWorthTelling(row('ada', ['me']), 'mentions', 'me')).toBe(true);
  expect(isWorthTelling(row('ada'), 'mentions', 'me')).toBe(false);
  expect(isWorthTelling(row('ada', ['me']), 'none', 'me')).toBe(false);
});
