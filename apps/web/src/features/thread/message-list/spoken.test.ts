import { expect, test } from 'vitest';
import { spoken } from './spoken.ts';

test('a reply is read out without its marks', () => {
  const text =
    '# Title\n\nSome *very* `good` [link](https://x.test).\n\n- [x] done\n- one\n\n```js\nlet a\n```';
  expect(spoken(text)).toBe('Title Some very good link. done one let a');
});

test('a long reply is read out up to a word', () => {
  const said = spoken('word '.repeat(2_000));
  expect(said.length).toBeLessThanOrEqual(1_501);
  expect(said.endsWith('word…')).toBe(true);
});
