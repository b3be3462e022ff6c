import { expect, test } from 'vitest';
import { listKey } from './list-key.ts';

const press = { key: 'Enter', shiftKey: false, isComposing: false, keyCode: 13 };

test('Enter and Tab choose a suggestion, arrows move, Escape closes, letters are written', () => {
  const keys = ['Enter', 'Tab', 'ArrowDown', 'ArrowUp', 'Escape', 'a'];
  expect(keys.map((key) => listKey({ ...press, key }))).toEqual([
    'choose',
    'choose',
    'next',
    'previous',
    'close',
    null,
  ]);
});

test('with Shift, Enter adds a line and Tab goes back', () => {
  expect(listKey({ ...press, shiftKey: true })).toBeNull();
  expect(listKey({ ...press, key: 'Tab', shiftKey: true })).toBeNull();
});

test('keys that an input method handles choose nothing', () => {
  expect(listKey({ ...press, isComposing: true })).toBeNull();
  expect(listKey({ ...press, keyCode: 229 })).toBeNull();
  expect(listKey({ ...press, key: 'ArrowDown', isComposing: true })).toBeNull();
});
