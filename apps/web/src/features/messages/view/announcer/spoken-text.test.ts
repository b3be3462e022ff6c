import { expect, test } from 'vitest';
import { spokenText, truncated } from './spoken-text.ts';

test('a reply is read out without its marks and its code', () => {
  const text =
    '# Title\n\nSome *very* `good` [link](https://x.test).\n\n- [x] done\n- one\n\n```js\nlet a\n```\n\nEnd';
  expect(spokenText(text)).toBe('Title. Some very good link. done. one. Code. End');
});

test('struck words are read without their marks, and an amount keeps its tilde', () => {
  expect(spokenText('~~Ten~~ 3~5 days')).toBe('Ten 3~5 days');
});

test('code that is still open is not read out either', () => {
  expect(spokenText('Look:\n\n```js\nlet a;\nlet b')).toBe('Look: Code.');
});

test('a long reply is read out up to the end of a word', () => {
  const announced = truncated(spokenText('word '.repeat(2_000)), false);
  expect(announced.length).toBeLessThanOrEqual(1_501);
  expect(announced.endsWith('word…')).toBe(true);
  expect(truncated('All of it.', true)).toBe('All of it.');
});
