import { expect, test } from 'vitest';
import { initialProgress, parse, parseMore, treeSoFar } from './parse.ts';
import { textSeparator, visibleTextReader } from './visible-text.ts';

const shown = (text: string) => [...visibleTextReader(false)(parse(text)).blocks];

test('the visible text is what appears on the page, block by block', () => {
  expect(
    shown(
      '# A *title*\n\nSome `code` and [a link](https://a.test).\n\n- one\n- two\n\n> said\n\n***\n\n| a | b |\n|---|---|\n| 1 | 2 |',
    ),
  ).toEqual([
    'A title',
    'Some code and a link.',
    ['one', 'two'].join(textSeparator),
    'said',
    '',
    ['a', 'b', '1', '2'].join(textSeparator),
  ]);
});

test('the checkbox of a task is drawn, and is not part of the text', () => {
  expect(shown('- [x] fix *box*\n- [ ] next\n\n  more\n- last')).toEqual([
    ['fix box', 'next', 'more', 'last'].join(textSeparator),
  ]);
});

test('code appears as it was written', () => {
  expect(shown('```js\nconst a = "*b*";\nfoo\n```')).toEqual(['const a = "*b*";\nfoo']);
});

test('a formula appears as its whole source, wherever it is', () => {
  expect(shown('So \\(x_1\\) is.\n\n\\[\ny\n\\]\n\n- $$\n  z\n  $$\n\n```math\n\\sqrt{2}\n```')).toEqual([
    'So $x_1$ is.',
    '$$y$$',
    '$$z$$',
    '$$\\sqrt{2}$$',
  ]);
});

test('footnotes are separate texts, and their numbers are not part of the text that refers to them', () => {
  const words = visibleTextReader(false)(parse('So[^b], and[^c].\n\n[^a]: One.\n[^b]: *Two.*\n\n    More.'));
  expect([...words.blocks]).toEqual(['So, and[^c].']);
  expect([...words.notes]).toEqual(['One.', ['Two.', 'More.'].join(textSeparator)]);
});

test('only the new part of a growing text is read, with the same result as reading it whole', () => {
  const piece = 'Größe *und* $x$:\n\n- eins\n- zwei\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> so\n\n';
  const whole = piece.repeat(40);
  let read = 0;
  const words = visibleTextReader(false, (text) => {
    read += text.length;
    return text.toUpperCase();
  });
  let progress = initialProgress;
  for (let at = 0; at < whole.length; at += 50) {
    progress = parseMore(progress, whole.slice(at, at + 50));
    const { blocks } = words(treeSoFar(progress, true));
    if (at + 50 >= whole.length)
      expect([...blocks]).toEqual(shown(whole).map((block) => block.toUpperCase()));
    else for (const _ of blocks);
  }
  expect(read).toBeLessThan(whole.length * 6);
});
