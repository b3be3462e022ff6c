import { expect, test } from 'vitest';
import { changedFields } from './changed-fields.ts';

const before = { name: 'Book club', about: '', slow_seconds: 0 };

test('only what differs from before is sent, so that others’ changes to the rest stay', () => {
  expect(changedFields({}, before)).toEqual({});
  expect(changedFields({ name: 'Reading club' }, before)).toEqual({ name: 'Reading club' });
});

test('what was typed and put back has not changed', () => {
  expect(changedFields({ name: 'Book club', about: 'Novels' }, before)).toEqual({ about: 'Novels' });
});
