import { describe, expect, test } from 'vitest';
import type { Block } from '../block.ts';
import { itemsOf } from '../chunked-list.ts';
import { initialProgress, parse, parseMore, treeSoFar } from '../parse.ts';

/** A block in few words: `maths<…>`, `p<…>`, the kind of any other with what is in it. */
function written(block: Block): string {
  switch (block.kind) {
    case 'maths':
      return `maths${block.isOpen ? '…' : ''}<${block.tex.trim()}>`;
    case 'paragraph':
      return `p<${[...itemsOf(block.pieces)].join('')}>`;
    case 'quote':
      return `quote(${[...itemsOf(block.children)].map(written).join(' ')})`;
    case 'list':
      return `list(${[...itemsOf(block.items)].flatMap(({ children }) => [...itemsOf(children)].map(written)).join(' ')})`;
    default:
      return block.kind;
  }
}
const of = (text: string) => [...itemsOf(parse(text).blocks)].map(written).join(' ');

test.each([
  ['$$x$$', 'maths<x>'],
  ['$$\nx\n$$', 'maths<x>'],
  ['\\[\nx\n\\]', 'maths<x>'],
  ['\\[ x \\]', 'maths<x>'],
  ['so\n$$\nx\n$$\nand', 'p<so> maths<x> p<and>'],
  ['$$ a = b\n= c $$', 'maths<a = b\n= c>'],
  ['$$\na\n- b\n# c\n> d\n---\n$$', 'maths<a\n- b\n# c\n> d\n--->'],
  ['$$\n\na\n\nb\n$$', 'maths<a\n\nb>'],
  [
    '$$\\begin{pmatrix}\na & b \\\\\nc & d\n\\end{pmatrix}$$',
    'maths<\\begin{pmatrix}\na & b \\\\\nc & d\n\\end{pmatrix}>',
  ],
  ['$$x$$.', 'maths<x.>'],
  ['$$\nx\n$$,\nwhere', 'maths<x\n,> p<where>'],
  ['\\[\nx\n\\] where $x$', 'maths<x> p<where $x$>'],
  ['1. so\n   $$\n   x\n   $$\n2. and', 'list(p<so> maths<x> p<and>)'],
  ['- \\[\n  x\n  \\]', 'list(maths<x>)'],
  ['> $$\n> x\n> $$', 'quote(maths<x>)'],
  ['- so\n$$\nx\n$$', 'list(p<so>) maths<x>'],
])('%j is %j', (text, blocks) => {
  expect(of(text)).toBe(blocks);
});

describe('what is no formula is none on a line of its own either:', () => {
  test.each([
    ['Yours,\n\\[Your Name\\]', 'p<Yours,\n\\[Your Name\\]>'],
    ['\\[1\\] Smith\n\\[2\\] Jones', 'p<\\[1\\] Smith\n\\[2\\] Jones>'],
    ['- \\[x\\] done\n- \\[ \\] to do', 'list(p<\\[x\\] done> p<\\[ \\] to do>)'],
    ['\\[Note: this\ngoes on\\]\n\nEnd', 'p<\\[Note: this\ngoes on\\]> p<End>'],
    ['\\[ see the\nnote \\]', 'p<\\[ see the\nnote \\]>'],
    ['$$ – $$$', 'p<$$ – $$$>'],
    ['$$ or $$', 'p<$$ or $$>'],
    ['- $$: fair\n- $$$: fancy', 'list(p<$$: fair> p<$$$: fancy>)'],
  ])('%j is %j', (text, blocks) => expect(of(text)).toBe(blocks));

  test.each([
    ['\\[ area = width \\]', 'maths<area = width>'],
    ['\\[E=mc^2\\]', 'maths<E=mc^2>'],
    ['\\[\nx = \\frac{1}{2}\n\\]', 'maths<x = \\frac{1}{2}>'],
    ['\\[\nforce\n\\]', 'maths<force>'],
    ['\\[x\n= 1\\]', 'maths<x\n= 1>'],
    ['\\[ area\n= \\pi r^2 \\]', 'maths<area\n= \\pi r^2>'],
  ])('but %j is %j', (text, blocks) => expect(of(text)).toBe(blocks));
});

describe('without an end it is not a formula:', () => {
  test.each([
    ['$$ is the shell\n- one\n- two', 'p<$$ is the shell> list(p<one> p<two>)'],
    ['$$ is the shell\n\n$$\nx\n$$', 'p<$$ is the shell> maths<x>'],
    ['$$\n# Heading\n\nwords', 'p<$$> heading p<words>'],
    ['> $$\n> x\n\nafter', 'quote(p<$$\nx>) p<after>'],
    ['\\[note](https://a.example/)\n$$\nx\n$$\n\nend', 'p<\\[note](https://a.example/)> maths<x> p<end>'],
    ['$$\n$$', 'p<$$\n$$>'],
    ['$$$\nx\n$$$', 'p<$$$\nx\n$$$>'],
    ['the sum $$\nx\n$$', 'p<the sum $$\nx\n$$>'],
    ['$$x$$ is a sum', 'p<$$x$$ is a sum>'],
    ['    $$\n    x', 'code'],
  ])('%j is %j', (text, blocks) => {
    expect(of(text)).toBe(blocks);
  });

  test('not even in a line longer than any formula', () => {
    const long = 'x'.repeat(9_000);
    expect(of(`$$\n${long}\n$$`)).toBe(`p<$$\n${long}\n$$>`);
  });

  test('not even after ten thousand characters', () => {
    expect(of(`$$\n${'words\n'.repeat(2000)}`)).toMatch(/^p<\$\$\nwords\n/);
  });
});

test('bracketed words are never taken for a formula, at none of their letters', () => {
  const text = '\\[Your Name\\], \\[1\\] and so on';
  for (let end = 1; end <= text.length; end++) {
    const blocks = [...itemsOf(treeSoFar(parseMore(initialProgress, text.slice(0, end)), false).blocks)];
    expect(blocks.map(({ kind }) => kind).filter((kind) => kind !== 'paragraph')).toEqual([]);
  }
});

test('while it arrives it is an open formula', () => {
  const soFar = (text: string) =>
    [...itemsOf(treeSoFar(parseMore(initialProgress, text), false).blocks)].map(written).join(' ');
  expect(soFar('so\n$$')).toBe('p<so>');
  expect(soFar('so\n$$\nx')).toBe('p<so> maths…<x>');
  expect(soFar('so\n$$\nx\n$')).toBe('p<so> maths…<x>');
  expect(soFar('so\n$$\nx\n$$\n')).toBe('p<so> maths<x>');
});

test.each([
  '$$\n',
  '\\[\n',
  '$$ x\n',
  '\\[ x\n',
  '$$ x\n\\[ x\n',
  '$$\n\n\\[\n\n',
  '> $$\n',
  '- $$\n',
  '$$ x\n\n',
])('a reply of nothing but %j is read at once', (piece) => {
  const started = process.cpuUsage();
  parse(piece.repeat(Math.ceil(64_000 / piece.length)));
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2_000);
});

describe('in a table', () => {
  const rowsOf = (text: string) => {
    const [table] = itemsOf(parse(text).blocks);
    return table?.kind === 'table' ? [table.header, ...itemsOf(table.rows)] : null;
  };

  test('a pipe inside a formula does not separate cells', () => {
    expect(rowsOf('| $|x|$ | b |\n|---|---|\n| $|x|$ | \\(a | b\\) |\n| $5 | $6 |\n| $a|b | $c |')).toEqual([
      ['$|x|$', 'b'],
      ['$|x|$', '\\(a | b\\)'],
      ['$5', '$6'],
      ['$a', 'b | $c'],
    ]);
  });

  test.each([
    ['in code', '| `a|b` | c |', ['`a|b`', 'c']],
    ['in longer code', '| ``a`|b`` | c |', ['``a`|b``', 'c']],
    ['with a backslash', '| a \\| b | c |', ['a | b', 'c']],
    ['in code, with a backslash', '| `a \\| b` | c |', ['`a | b`', 'c']],
    ['in a formula', '| $|x|$ | c |', ['$|x|$', 'c']],
    ['in the text of a link', '| [a|b](https://a.example/) | c |', ['[a|b](https://a.example/)', 'c']],
    ['in the address of a link', '| [a](https://a.example/?b|c) | c |', ['[a](https://a.example/?b|c)', 'c']],
    [
      'in the title of a link',
      '| [a](https://a.example/ "b|c") | c |',
      ['[a](https://a.example/ "b|c")', 'c'],
    ],
    ['in an address', '| <https://a.example/?b|c> | c |', ['<https://a.example/?b|c>', 'c']],
    ['twice, meaning or', '| a || b | c |', ['a || b', 'c']],
    ['in code and a formula', '| `a|b` | $|x|$ |', ['`a|b`', '$|x|$']],
    ['in code, in a row without borders at its ends', '`a|b` | c', ['`a|b`', 'c']],
    ['in code, among dollars', '| `$|x` | $5 |', ['`$|x`', '$5']],
  ])('a pipe %s does not separate cells', (_, row, cells) => {
    expect(rowsOf(`| a | b |\n|---|---|\n${row}`)?.[1]).toEqual(cells);
    expect(rowsOf(`${row.startsWith('|') ? row : `|${row}|`}\n|---|---|`)?.[0]).toEqual(cells);
  });

  test('no cell of a row that is too wide is lost', () => {
    expect(
      rowsOf('| a | b |\n|---|---|\n| 1 | 2 | 3 | 4 |\n| 1 | 2 | | |\n| |x| | abs |\n| `a | b | c`')?.slice(
        1,
      ),
    ).toEqual([['1', '2 | 3 | 4'], ['1', '2'], ['', 'x |  | abs'], ['`a | b | c`']]);
  });

  test('a cell of code that is being written does not fall apart', () => {
    const soFar = (text: string) => {
      const [table] = itemsOf(treeSoFar(parseMore(initialProgress, text), false).blocks);
      return table?.kind === 'table' ? [...itemsOf(table.rows)] : null;
    };
    expect(soFar('| a | b |\n|---|---|\n| `x|y')).toEqual([['`x|y`']]);
    expect(soFar('| a | b |\n|---|---|\n| `x|y` | $|z|$')).toEqual([['`x|y`', '$|z|$']]);
  });

  test('prices are cells', () => {
    expect(rowsOf('|a|b|\n|-|-|\n|$5|$6|\n|$a|$b|')).toEqual([
      ['a', 'b'],
      ['$5', '$6'],
      ['$a', '$b'],
    ]);
  });
});
