import { expect, test } from 'vitest';
import { sends } from './enter.ts';

const press = { key: 'Enter', shiftKey: false, isComposing: false, keyCode: 13 };

test('Enter sends [SEND-04]', () => {
  expect(sends(press)).toBe(true);
});

test('Shift+Enter adds a new line [SEND-05]', () => {
  expect(sends({ ...press, shiftKey: true })).toBe(false);
});

test('Enter that finishes a word in an input method does not send [SEND-08]', () => {
  expect(sends({ ...press, isComposing: true })).toBe(false);
  expect(sends({ ...press, keyCode: 229 })).toBe(false);
});

test('no other key sends', () => {
  expect(sends({ ...press, key: 'a', keyCode: 65 })).toBe(false);
});
