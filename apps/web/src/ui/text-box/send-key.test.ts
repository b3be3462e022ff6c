import { expect, test } from 'vitest';
import { isSendKey } from './send-key.ts';

const press = { key: 'Enter', shiftKey: false, isComposing: false, keyCode: 13 };

test('Enter sends [SEND-04]', () => {
  expect(isSendKey(press)).toBe(true);
});

test('Shift+Enter adds a new line [SEND-05]', () => {
  expect(isSendKey({ ...press, shiftKey: true })).toBe(false);
});

test('Enter that finishes a word in an input method does not send [SEND-08]', () => {
  expect(isSendKey({ ...press, isComposing: true })).toBe(false);
  expect(isSendKey({ ...press, keyCode: 229 })).toBe(false);
});

test('no other key sends', () => {
  expect(isSendKey({ ...press, key: 'a', keyCode: 65 })).toBe(false);
});
