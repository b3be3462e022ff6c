import { expect, test } from 'vitest';
import { isSendKey } from './send-key.ts';

const press = {
  key: 'Enter',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  isComposing: false,
  keyCode: 13,
};

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

test('where Ctrl+Enter is chosen it sends, as does ⌘+Enter, and Enter alone adds a line [LOOK-30]', () => {
  expect(isSendKey(press, 'mod-enter')).toBe(false);
  expect(isSendKey({ ...press, ctrlKey: true }, 'mod-enter')).toBe(true);
  expect(isSendKey({ ...press, metaKey: true }, 'mod-enter')).toBe(true);
  expect(isSendKey({ ...press, ctrlKey: true, isComposing: true }, 'mod-enter')).toBe(false);
});

test('no other key sends', () => {
  expect(isSendKey({ ...press, key: 'a', keyCode: 65 })).toBe(false);
});
