import { expect, test } from 'vitest';
import { nothingYet, read, readOn, treeSoFar } from './read.ts';
import { apart, wordsReader } from './shown-words.ts';

const shown = (text: string) => [...wordsReader(false)(read(text)).blocks];

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

test('the box of a task is drawn, and no word', () => {
  expect(shown('- [x] fix *box*\n- [ ] next\n\n  more\n- last')).toEqual([
    ['fix box', 'next', 'more', 'last'].join(apart),
  ]);
});

test('code stands as it was written', () => {
  expect(shown('```js\nconst a = "*b*";\nfoo\n```')).toEqual(['const a = "*b*";\nfoo']);
});

test('a formula is its source, whole, wherever it stands', () => {
  expect(shown('So \\(x_1\\) is.\n\n\\[\ny\n\\]\n\n- $$\n  z\n  $$\n\n```math\n\\sqrt{2}\n```')).toEqual([
    'So $x_1$ is.',
    '$$y$$',
    '$$z$$',
    '$$\\sqrt{2}$$',
  ]);
});

test('notes are words of their own, and their numbers are no words of who names them', () => {
  const words = wordsReader(false)(read('So[^b], and[^c].\n\n[^a]: One.\n[^b]: *Two.*\n\n    More.'));
  expect([...words.blocks]).toEqual(['So, and[^c].']);
  expect([...words.notes]).toEqual(['One.', ['Two.', 'More.'].join(apart)]);
});

test('of a text that grows only what is new is read, and the words are those of the whole', () => {
  const piece = 'Größe *und* $x$:\n\n- eins\n- zwei\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> so\n\n';
  const whole = piece.repeat(40);
  let read = 0;
  const words = wordsReader(false, (text) => {
    read += text.length;
    return text.toUpperCase();
  });
  let progress = nothingYet;
  for (let at = 0; at < whole.length; at += 50) {
    progress = readOn(progress, whole.slice(at, at + 50));
    const { blocks } = words(treeSoFar(progress, true));
    if (at + 50 >= whole.length)
      expect([...blocks]).toEqual(shown(whole).map((block) => block.toUpperCase()));
    else for (const _ of blocks);
  }
  expect(read).toBeLessThan(whole.length * 6);
});
