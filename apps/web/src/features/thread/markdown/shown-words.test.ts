import { expect, test } from 'vitest';
import { read } from './read.ts';
import { apart, shownWords } from './shown-words.ts';

const shown = (text: string) => [...shownWords(read(text), false)];

test('the words of a text are those on the page, block by block', () => {
  expect(
    shown(
      '# A *title*\n\nSome `code` and [a link](https://a.test).\n\n- one\n- two\n\n> said\n\n***\n\n| a | b |\n|---|---|\n| 1 | 2 |',
    ),
  ).toEqual([
    'A title',
    'Some code and a link.',
    ['one', 'two'].join(apart),
    'said',
    '',
    ['a', 'b', '1', '2'].join(apart),
  ]);
});

test('code stands as it was written', () => {
  expect(shown('```js\nconst a = "*b*";\nfoo\n```')).toEqual(['const a = "*b*";\nfoo']);
});
