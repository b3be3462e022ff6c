import { expect, test } from 'vitest';
import { cut, spoken } from './spoken.ts';

test('a reply is read out without its marks and its code', () => {
  const text =
    '# Title\n\nSome *very* `good` [link](https://x.test).\n\n- [x] done\n- one\n\n```js\nlet a\n```\n\nEnd';
  expect(spoken(text)).toBe('Title. Some very good link. done. one. Code. End');
});

test('code that is still open is not read out either', () => {
  expect(spoken('Look:\n\n```js\nlet a;\nlet b')).toBe('Look: Code.');
});

test('a long reply is read out up to the end of a word', () => {
  const said = cut(spoken('word '.repeat(2_000)), false);
  expect(said.length).toBeLessThanOrEqual(1_501);
  expect(said.endsWith('word…')).toBe(true);
  expect(cut('All of it.', true)).toBe('All of it.');
});
