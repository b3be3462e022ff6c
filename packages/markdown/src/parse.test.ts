import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Block } from './block.ts';
import { type ChunkedList, firstOf, itemsOf, textOf } from './chunked-list.ts';
import { initialProgress, initialTyped, type Progress, parse, parseMore, treeSoFar } from './parse.ts';

/** Of each property; FUZZ_RUNS asks for more. */
const { numRuns: runs = 100 } = fc.readConfigureGlobal();

/** Whatever a reply may be made of: markers, words, line ends of all kinds, characters of two code units. */
const pieces = fc.constantFrom(
  ...[
    '# ',
    '## ',
    '- ',
    '* ',
    '1. ',
    '2) ',
    '> ',
    '```',
    '```js',
    '```md\n',
    '\n```\n',
    '~~~',
    '---',
    '===',
    '***',
    '| a | b |',
    '|---|:-:|',
  ],
  ...[
    '    ',
    '\t',
    ' ',
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    'word',
    'two words',
    '**bold**',
    '`code`',
    '[a]',
    '[a]: /b "c"',
    '[a]: https://b "c"',
  ],
  ...['[ ] ', '[x] ', '<div>', '\\', '|', '😀', 'é', '&amp;', '![i](http://x.y/z)', '1', '-', '=', '#'],
  ...['$$', '$', '\\[', '\\]', '\\(', '$$\n', '\\[\n', '\n$$\n', '\n\\]\n', '[^1]', '\n[^1]: ', '[^a'],
);
const text = fc.array(pieces, { maxLength: 60 }).map((all) => all.join(''));
const textAndCuts = text.chain((whole) =>
  fc.tuple(fc.constant(whole), fc.array(fc.nat(whole.length), { maxLength: 12 })),
);

function inPieces(whole: string, cuts: readonly number[]): string[] {
  const ends = [0, ...[...cuts].sort((a, b) => a - b), whole.length];
  return ends.slice(1).map((end, index) => whole.slice(ends[index], end));
}

/** Compared as text: ten times as quick as comparing objects. */
const written = (tree: unknown) => JSON.stringify(tree);

/** Reads piece by piece, showing the tree after each as the page does. */
function readPieces(all: readonly string[]) {
  let progress: Progress = initialProgress;
  for (const piece of all) {
    progress = parseMore(progress, piece);
    treeSoFar(progress, false);
  }
  return treeSoFar(progress, true);
}

describe('however the network splits the text', () => {
  test('the same text ends in the same tree', () => {
    fc.assert(
      fc.property(textAndCuts, ([whole, cuts]) => {
        expect(written(readPieces(inPieces(whole, cuts)))).toBe(written(parse(whole)));
      }),
      { numRuns: 5 * runs },
    );
  });

  test('one character at a time ends in the same tree', () => {
    fc.assert(
      fc.property(text, (whole) => {
        expect(written(readPieces(whole.split('')))).toBe(written(parse(whole)));
      }),
      { numRuns: 2 * runs },
    );
  });

  test('lines longer than any screen are cut at the same places', () => {
    const long = (size: number) => fc.string({ minLength: size, maxLength: size + 40, unit: 'grapheme' });
    fc.assert(
      fc.property(
        fc.constantFrom('', '- ', '> ', '```\n', '    ', '# ', '| a |\n|---|\n| '),
        long(20_000),
        fc.array(fc.nat(20_000), { maxLength: 6 }),
        (start, line, cuts) => {
          const whole = `${start}${line.replace(/[\r\n]/g, 'x')}\nafter\n\nend`;
          expect(written(readPieces(inPieces(whole, cuts)))).toBe(written(parse(whole)));
        },
      ),
      { numRuns: runs / 10 },
    );
  });
});

test.each([
  '-',
  '=',
  '*',
  '_',
  '+',
  '>',
  '|',
  '`',
  '~',
  ': ',
  '[ ',
  '1',
  '1.',
  '- ',
  '> - ',
  '|-',
  '![x]',
  '$',
  '\\',
  '\\[',
  '\\[x',
  '\\[xy',
  '$ ',
])('a line of nothing but %j and then a word is read at once, character by character', (markers) => {
  // Were one of them read in two ways, these 60 characters would take for ever.
  const line = `${markers.repeat(60).slice(0, 60)}word`;
  expect(written(readPieces(line.split('')))).toBe(written(parse(line)));
});

test('a two-character line end is one line end, even if it is split', () => {
  expect(readPieces(['a\r', '\nb'])).toEqual(parse('a\nb'));
});

const shapes: Record<string, (index: number) => string> = {
  prose: (index) => `Paragraph ${index} with **bold** words and a [link](https://example.com/${index}).\n\n`,
  list: (index) => `- item ${index} with some words in it\n`,
  table: (index) => `${index === 0 ? '| a | b |\n|---|---|\n' : ''}| cell ${index} | other ${index} |\n`,
  quote: (index) => `> line ${index} of a quote\n>\n`,
  code: (index) => `${index === 0 ? '```js\n' : ''}const line${index} = ${index};\n`,
  paragraph: (index) => `line ${index} of a paragraph that does not end\n`,
};

describe('settled blocks stay the same objects, so that they are not rendered again', () => {
  for (const [name, shape] of Object.entries(shapes)) {
    test(`in one endless ${name}`, () => {
      const lines = Array.from({ length: 3000 }, (_, index) => shape(index));
      let progress = initialProgress;
      let before = treeSoFar(progress, false);
      const fresh = lines.map((line, index) => {
        progress = parseMore(progress, line);
        // Looked at where it is early and where it is late, over more than one chunk each.
        if ((index < 190 || index > 260) && index < 2890) return 0;
        const after = treeSoFar(progress, false);
        const count = newObjects(after.blocks, new Set(objectsOf(before.blocks)));
        before = after;
        return count;
      });
      const early = Math.max(...fresh.slice(200, 260));
      const late = Math.max(...fresh.slice(2900));
      // A chunk more or less is the whole difference, whatever the length.
      expect(late).toBeLessThanOrEqual(early + 4);
      expect(late).toBeLessThan(16);
    });
  }
});

/** Every block in the tree that is not among those known. Known ones are not looked into: they are not rendered. */
function newObjects(list: ChunkedList<unknown>, known: ReadonlySet<unknown>): number {
  let count = 0;
  for (const group of list.groups) {
    if (known.has(group)) continue;
    for (const chunk of group) {
      if (known.has(chunk)) continue;
      for (const item of chunk) {
        if (typeof item !== 'object' || item === null || known.has(item)) continue;
        count++;
        for (const value of Object.values(item)) {
          if (typeof value === 'object' && value !== null && 'groups' in value) {
            count += newObjects(value as ChunkedList<unknown>, known);
          }
        }
      }
    }
  }
  return count;
}

function* objectsOf(list: ChunkedList<unknown>): Generator<unknown> {
  for (const group of list.groups) {
    yield group;
    for (const chunk of group) {
      yield chunk;
      for (const item of chunk) {
        yield item;
        if (typeof item !== 'object' || item === null) continue;
        for (const value of Object.values(item)) {
          if (typeof value === 'object' && value !== null && 'groups' in value) {
            yield* objectsOf(value as ChunkedList<unknown>);
          }
        }
      }
    }
  }
}

describe('tables', () => {
  test('have a header, alignments, and rows at most as wide as the header', () => {
    const table = firstOf(parse('| a | b \\| c |\n|:--|--:|\n| 1 | 2 | 3 |\n| 4 |').blocks);
    expect(table?.kind === 'table' && { ...table, rows: [...itemsOf(table.rows)] }).toEqual({
      kind: 'table',
      align: ['left', 'right'],
      header: ['a', 'b | c'],
      rows: [['1', '2 | 3'], ['4']],
    });
  });

  test('have at most 128 columns', () => {
    const kindOf = (columns: number) =>
      firstOf(parse(`${'a|'.repeat(columns)}\n${'-|'.repeat(columns)}`).blocks)?.kind;
    expect([kindOf(128), kindOf(129)]).toEqual(['table', 'paragraph']);
  });

  test('stay one table when a row is longer than what decides a line', () => {
    const rowsOf = (whole: string) => {
      const tree = readPieces(inPieces(whole, [999, 8_190, 8_195, 16_000]));
      expect(written(tree)).toBe(written(parse(whole)));
      expect(tree.blocks.length).toBe(1);
      const table = firstOf(tree.blocks);
      return table?.kind === 'table' && [...itemsOf(table.rows)];
    };
    const head = '| a | b |\n|---|---|\n';
    const long = 'two words '.repeat(2_000).trim();
    expect(rowsOf(`${head}| 1 | ${long} |\n| 2 | y |`)).toEqual([
      ['1', long],
      ['2', 'y'],
    ]);
    expect(rowsOf(`${head}| ${long} | ${long} | more |`)).toEqual([[long, `${long} | more`]]);
    // Wherever the long line is cut.
    for (let length = 8_170; length < 8_200; length++) {
      const word = 'x'.repeat(length);
      expect(rowsOf(`${head}|${word} | a \\| b  |`)).toEqual([[word, 'a | b']]);
    }
    expect(rowsOf(`${head}| 1 ${' '.repeat(20_000)}| 2 ${'| '.repeat(20_000)}`)).toEqual([['1', '2']]);
  });

  test('end at a blank line or another block', () => {
    const kinds = [...itemsOf(parse('a | b\n--|--\n1 | 2\n> quote\n\nx | y\n--|--\n\nafter').blocks)].map(
      (b) => b.kind,
    );
    expect(kinds).toEqual(['table', 'quote', 'table', 'paragraph']);
  });
});

describe('while it is still being written', () => {
  const soFar = (piece: string) => [...itemsOf(treeSoFar(parseMore(initialProgress, piece), false).blocks)];

  test('a dash under a paragraph does not make it flash as a heading', () => {
    expect(soFar('A paragraph\n-').map((block) => block.kind)).toEqual(['paragraph']);
    expect(soFar('A paragraph\n---\n').map((block) => block.kind)).toEqual(['heading']);
  });

  test('bold text is bold before its closing marker arrives', () => {
    expect(soFar('This is **bo')).toEqual(soFar('This is **bo**'));
  });

  test('a definition is hidden while it is typed, and takes effect once it is complete', () => {
    const typing = treeSoFar(parseMore(initialProgress, 'See [a].\n\n[a]: https://exam'), false);
    expect(typing.blocks.length).toBe(1);
    expect(typing.definitions).toEqual({});
    for (const begun of ['h', 'https', 'https://', 'mail'])
      expect(soFar(`See [a].\n\n[a]: ${begun}`).length).toBe(1);
    expect(soFar('See [a].\n\n[a]: he').length).toBe(2);
    const A = { href: 'https://example.com', title: undefined };
    expect(parse('See [a].\n\n[a]: https://example.com').definitions).toEqual({ A });
    expect(parse('> See [a].\n>\n> [a]: https://example.com').definitions).toEqual({ A });
    expect(parse('See [a].\n\n[a]: https://example.com\n\nEnd').definitions).toEqual({
      A: { href: 'https://example.com', title: undefined },
    });
  });
});

test('a definition that a person typed is shown, and takes effect', () => {
  const { blocks, definitions } = parse('See [a].\n\n[a]: https://example.com', initialTyped);
  const shown = [...itemsOf(blocks)].map((block) => block.kind === 'paragraph' && textOf(block.pieces));
  expect(shown).toEqual(['See [a].', '[a]: https://example.com']);
  expect(definitions).toMatchObject({ A: { href: 'https://example.com' } });
});

test('a definition that a person typed is shown above the heading or the many others that follow it', () => {
  const shown = ({ blocks }: ReturnType<typeof parse>) =>
    [...itemsOf(blocks)].map((block) =>
      block.kind === 'paragraph' ? textOf(block.pieces) : block.kind === 'heading' && `# ${block.text}`,
    );
  const headed = parse('[docs]: https://example.com\nNext steps\n---', initialTyped);
  expect(shown(headed)).toEqual(['[docs]: https://example.com', '# Next steps']);
  expect(headed.definitions).toMatchObject({ DOCS: { href: 'https://example.com' } });

  const many = Array.from({ length: 400 }, (_, at) => `[${at}]: https://example.com/a/page/${at}`).join('\n');
  const long = parse(many, initialTyped);
  expect(shown(long).join('\n')).toBe(many);
  expect(long.definitions).toMatchObject({ 0: {}, 200: {}, 399: { href: 'https://example.com/a/page/399' } });
});

describe('what only looks like a definition', () => {
  const shown = (text: string) =>
    [...itemsOf(parse(text).blocks)].map((block) => block.kind === 'paragraph' && textOf(block.pieces));

  test.each([
    '[Alice]: Hi',
    '[Alice]: Hi\n[Bob]: Hello.',
    '[TODO]: refactor',
    '[12:30]: hello',
    '[docs]: /docs/a.md "Title"',
    '[a]: javascript:alert(1)',
    '[a]: ht',
  ])('is text: %j', (text) => expect(shown(text)).toEqual([text]));

  test('follows definitions as text', () => {
    expect(shown('[a]: https://a.example\n[Alice]: Hi')).toEqual(['[Alice]: Hi']);
  });

  test.each(['[//]: # (a comment)', '[//]: # "a comment"', '[comment]: <>\n[a]: https&#58;//a.example'])(
    'is hidden where its author hides it: %j',
    (text) => expect(shown(text)).toEqual([]),
  );
});

test('a long run of definitions takes effect to its end', () => {
  const long = 'a'.repeat(40);
  const row = Array.from({ length: 200 }, (_, at) => `[${at}]: https://example.com/${long} "Title ${at}"`);
  const { blocks, definitions } = parse(`See [199].\n\n${row.join('\n')}`);
  expect(blocks.length).toBe(1);
  expect(definitions['0']?.title).toBe('Title 0');
  expect(definitions['100']?.title).toBe('Title 100');
  expect(definitions['199']?.title).toBe('Title 199');
});

test.each([
  ['a definition that leads nowhere', `[a]:${' '.repeat(8_000)}`],
  ['a heading with a gap', `# a${' '.repeat(8_000)}b`],
  ['a heading full of hashes', `# a ${'#'.repeat(8_000)}b`],
  ['a fence that is none', `${'`'.repeat(4_000)}${'a'.repeat(4_000)}\``],
  ["a table's row of brackets", `a|b\n-|-\n${'[a](b'.repeat(1_600)}|`],
  ["a table's row of code that nothing closes", `a|b\n-|-\n${'\\``'.repeat(2_700)}|`],
  ["a table's row of code", `a|b\n-|-\n${'`a``b```c'.repeat(900)}|`],
  ["a table's line that is none", `a\n:-${' '.repeat(8_000)}b`],
])('%s costs what it is long', (_, text) => {
  parse(text);
  const started = process.cpuUsage();
  parse(`${text}\n\n`.repeat(32));
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(200);
});

test.each([
  [
    'twenty thousand definitions between empty lines',
    Array.from({ length: 20_000 }, (_, at) => `[${at}]: x\n`).join('\n'),
  ],
  ['fifty thousand empty lines in code', `    a${'\n'.repeat(50_000)}    b`],
])('%s are read in a moment', (_, text) => {
  const started = process.cpuUsage();
  parse(text);
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2_000);
});

test('a paragraph longer than one piece does not become a heading', () => {
  const { blocks } = parse(`${'word *or* two\n'.repeat(1_000)}===`);
  expect(firstOf(blocks)?.kind).toBe('paragraph');
});

test('markers nested beyond fifty are text', () => {
  const deep = firstOf(parse('> '.repeat(5000)).blocks);
  let depth = 0;
  for (let block = deep; block?.kind === 'quote'; block = firstOf(block.children)) depth++;
  expect(depth).toBeLessThan(51);
});

test('an unclosed code block is open while the text grows, and ends where the text does', () => {
  const text = '> ```js\n> const a = 1;';
  const isOpen = (blocks: ChunkedList<Block>): boolean[] =>
    [...itemsOf(blocks)].flatMap((block) =>
      block.kind === 'code' ? [block.isOpen] : block.kind === 'quote' ? isOpen(block.children) : [],
    );
  expect(isOpen(treeSoFar(parseMore(initialProgress, text), false).blocks)).toEqual([true]);
  expect(isOpen(parse(text).blocks)).toEqual([false]);
});

describe('a markdown block with blocks of code in it', () => {
  const fence = '```';
  const file = ['# Tool', '', '## Install', `${fence}bash`, 'npm i tool', fence, '', '## Use', 'Run `tool`.'];
  const reply = `Here is the file:\n\n${fence}markdown\n${file.join('\n')}\n${fence}\n\nThat is all.`;
  /** Each block in a word, code with its text. */
  const shown = (tree: ReturnType<typeof parse>) =>
    [...itemsOf(tree.blocks)].map((block) =>
      block.kind === 'code' ? [...itemsOf(block.pieces)].join('') : block.kind,
    );

  test('is one block down to its last fence, with the prose after it', () => {
    expect(shown(parse(reply))).toEqual(['paragraph', file.join('\n'), 'paragraph']);
    for (const info of ['md', 'Markdown', 'mdx', 'markdown title="README.md"'])
      expect(shown(parse(reply.replace('markdown', info)))).toEqual([
        'paragraph',
        file.join('\n'),
        'paragraph',
      ]);
  });

  test('is so at every moment of its arrival', () => {
    let progress = initialProgress;
    for (const [at, character] of reply.split('').entries()) {
      progress = parseMore(progress, character);
      const [, code = '', ...after] = shown(treeSoFar(progress, false));
      expect(after).toEqual(at < reply.indexOf('That is') ? [] : ['paragraph']);
      if (code !== '') expect(`${file.join('\n')}\n${fence}`).toContain(code.trimEnd());
    }
    expect(treeSoFar(progress, true)).toEqual(parse(reply));
  });

  test.each([
    ['several in it', ['a', `${fence}js`, 'b', fence, 'c', `${fence}py`, 'd', fence, 'e']],
    ['indented ones', ['1. a', `   ${fence}js`, '   b', `   ${fence}`, '2. c']],
    ['a markdown block in it', ['a', `${fence}md`, `${fence}js`, 'b', fence, fence, 'c']],
    ['waves in it', ['a', '~~~js', fence.slice(1), '~~~', 'b']],
  ])('may have %s', (_, lines) => {
    for (const before of ['', '> ', '- ']) {
      const indent = before === '- ' ? '  ' : before;
      const all = [`${fence}markdown`, ...lines, fence];
      const text = all.map((line, at) => (at === 0 ? before : indent) + line).join('\n');
      const outer = [...itemsOf(parse(`${text}\n\nEnd`).blocks)];
      expect(outer.map(({ kind }) => kind)).toEqual([
        before === '' ? 'code' : before === '> ' ? 'quote' : 'list',
        'paragraph',
      ]);
    }
    expect(shown(parse(`${fence}markdown\n${lines.join('\n')}\n${fence}\nEnd`))).toEqual([
      lines.join('\n'),
      'paragraph',
    ]);
  });

  test('never swallows the rest of the reply: without its last fence it ends where CommonMark says', () => {
    const text = `${fence}markdown\nBegin with\n${fence}bash\n${fence}\n\nThen **this**.\n\n- one\n- two`;
    expect(shown(parse(text))).toEqual([`Begin with\n${fence}bash`, 'paragraph', 'list']);
    expect(shown(parse(`${text}\n\n${fence}js\nx\n${fence}\n\nEnd`))).toEqual([
      `Begin with\n${fence}bash`,
      'paragraph',
      'list',
      'x',
      'paragraph',
    ]);
    const quoted = [...itemsOf(parse(`> ${text.replaceAll('\n', '\n> ')}\n\nEnd`).blocks)];
    expect(quoted.map((block) => (block.kind === 'quote' ? block.children.length : block.kind))).toEqual([
      3,
      'paragraph',
    ]);
  });

  test.each([
    ['of another language', `${fence}js\n${fence}bash\nx\n${fence}\nafter`, [`${fence}bash\nx`, 'paragraph']],
    [
      'with a longer fence',
      `${fence}\`md\n${fence}bash\n${fence}\n${fence}\`\nafter`,
      [`${fence}bash\n${fence}`, 'paragraph'],
    ],
  ])('is read as before when it is one %s', (_, text, blocks) => {
    expect(shown(parse(text))).toEqual(blocks);
  });

  test('of blocks without an end is read in a moment', () => {
    const started = process.cpuUsage();
    parse(`${fence}markdown\n${fence}bash\n${fence}\n`.repeat(20_000));
    parse(`${fence}markdown\n`.repeat(50_000));
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(3_000);
  });
});

test('a text without carriage returns is not searched for them again at every line', () => {
  const part = 'a\n\n'.repeat(1_000);
  const parts = Array<string>(100).fill(part);
  const timeOf = (texts: string[]) => {
    const started = process.cpuUsage();
    texts.reduce(parseMore, initialProgress);
    return process.cpuUsage(started).user;
  };
  expect(timeOf([parts.join('')])).toBeLessThan(3 * timeOf(parts));
});
