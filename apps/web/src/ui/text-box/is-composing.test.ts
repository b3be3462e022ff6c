import { expect, test } from 'vitest';
import { isComposing } from './is-composing.ts';

test.each([
  ['a key while a word is being composed', { isComposing: true, keyCode: 13 }, true],
  ['the Enter that ends it in Safari', { isComposing: false, keyCode: 229 }, true],
  ['any other Enter', { isComposing: false, keyCode: 13 }, false],
])('whether the input method has taken it: %s', (_, press, isTaken) => {
  expect(isComposing(press)).toBe(isTaken);
});
