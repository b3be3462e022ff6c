import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mayHoldMaths } from '../maths/span.ts';
import { type Inline, parseInline } from './inline.ts';
import { scan } from './scan.ts';

const none = Object.create(null);
const of = (text: string, breaks = false) => parseInline(text, none, breaks);
const text = (words: string): Inline => ({ kind: 'text', text: words });

test('emphasis, code and breaks', () => {
  expect(of('**a** *b* ~~c~~ `d`  \ne')).toEqual([
    { kind: 'strong', children: [text('a')] },
    text(' '),
    { kind: 'em', children: [text('b')] },
    text(' '),
    { kind: 'del', children: [text('c')] },
    text(' '),
    { kind: 'code', text: 'd' },
    { kind: 'break' },
    text('e'),
  ]);
});

describe('one tilde is text', () => {
  test.each([
    'Shipping takes 3~5 days at home and 7~10 days abroad.',
    '租期3~5年，押金2~3个月。',
    'Open 9~12 and 14~17.',
    'No text~ at all~ here.',
    '~/bin and ~/lib',
    '~this~ and ~that~',
    'a ~~~b~~~ c',
    '~~a~ b',
  ])('as in %j [RICH-13]', (words) => {
    for (const breaks of [false, true]) expect(of(words, breaks)).toEqual([text(words)]);
  });

  test('and two strike what is between them, whatever is in it [RICH-13]', () => {
    expect(of('~~This one is struck.~~')).toEqual([
      { kind: 'del', children: [text('This one is struck.')] },
    ]);
    expect(of('~~3~5 days~~ 7~10')).toEqual([
      { kind: 'del', children: [text('3~5 days')] },
      text(' 7~10'),
    ]);
    expect(of('他说~~“你好”~~然后')).toEqual([
      text('他说'),
      { kind: 'del', children: [text('“你好”')] },
      text('然后'),
    ]);
  });
});

test('a single newline is a line break only in text that a user typed', () => {
  expect(of('a\nb', true)).toEqual([text('a'), { kind: 'break' }, text('b')]);
  expect(of('a\nb')).toEqual([text('a\nb')]);
});

test('HTML is shown as the characters it is', () => {
  for (const html of ['<b>x</b>', '<img src=x onerror=alert(1)>', '<!-- c -->', '<script>alert(1)</script>'])
    expect(of(html)).toEqual([text(html)]);
});

test('character references are read', () => {
  expect(of('&lt;a&gt; &amp;amp; &#65;&#x42; &nosuch; &#0; &hellip;')).toEqual([
    text('<a> &amp; AB &nosuch; \ufffd …'),
  ]);
});

describe('links', () => {
  const href = (markdown: string) => {
    const [first] = of(markdown);
    return first?.kind === 'link' ? first.href : null;
  };

  test('with an overlong host are not links', () => {
    const host = `${'あ'.repeat(60)}.example`;
    expect(href(`[a](https://${host}/${'a'.repeat(2_000)})`)).toMatch(/^https:\/\/xn--/);
    expect(href(`[a](https://${'あ'.repeat(500)}.example/)`)).toBeNull();
    expect(href(`[a](https:\\\\${'あ'.repeat(500)}.example/)`)).toBeNull();
  });

  test('to mail addresses are not images', () => {
    expect(of('![a](mailto:a@b.example)')).toEqual([text('![a](mailto:a@b.example)')]);
  });

  test('use http, https or mailto', () => {
    expect(href('[a](https://example.com/b)')).toBe('https://example.com/b');
    expect(href('[a](http://example.com)')).toBe('http://example.com/');
    expect(href('[a](mailto:a@b.example)')).toBe('mailto:a@b.example');
    expect(href('https://example.com/x')).toBe('https://example.com/x');
    expect(href('<https://example.com/x>')).toBe('https://example.com/x');
  });

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java&#x0A;script:alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://example.com/x',
    '/files/b',
    '//example.com',
    '/\\example.com',
    'relative',
  ])('never lead to %s', (target) => {
    expect(href(`[a](<${target}>)`)).toBeNull();
  });

  test('by reference lead where their definition says', () => {
    const definitions = { A: { href: 'https://example.com', title: 'T' } };
    expect(parseInline('[A] and [b][a]', definitions, false)).toEqual([
      { kind: 'link', href: 'https://example.com/', title: 'T', children: [text('A')] },
      text(' and '),
      { kind: 'link', href: 'https://example.com/', title: 'T', children: [text('b')] },
    ]);
  });
});

test('an image names the host it would come from', () => {
  expect(of('![a cat](https://cats.example/1.png)')).toEqual([
    { kind: 'image', src: 'https://cats.example/1.png', host: 'cats.example', alt: 'a cat' },
  ]);
  expect(of('![x](data:image/svg+xml,<svg/>)')).toEqual([text('![x](data:image/svg+xml,<svg/>)')]);
});

test('a plain text is returned as it is, just as parsing would return it', () => {
  const plain = fc.string({ unit: fc.constantFrom(...'ab Z.,;:!?()]>"\'#+-=|{}$%^/0é🙂w') });
  fc.assert(
    fc.property(plain, (words) => {
      fc.pre(words !== '' && !/:\/\/|www\./i.test(words) && !mayHoldMaths(words));
      expect(of(words)).toEqual([text(words)]);
      const read = scan(words, none, false).map((piece) => (piece.kind === 'text' ? piece.text : piece.kind));
      expect(read.join('')).toBe(words);
    }),
  );
});

describe('unlikely markers', () => {
  const depthOf = (parts: readonly Inline[]): number =>
    Math.max(0, ...parts.map((part) => ('children' in part ? 1 + depthOf(part.children) : 0)));

  test.each([
    ['stars that open and never close', '*a_'.repeat(1_300)],
    ['one endless run', '*'.repeat(4_000)],
    ['brackets without a name', '[a] '.repeat(1_100)],
    ['underscores alone', '_a'.repeat(3_000)],
  ])('are only characters: %s', (_, text) => expect(of(text)).toEqual([{ kind: 'text', text }]));

  test.each([
    ['runs that would nest without end', `${'*'.repeat(2_000)}a${'*'.repeat(2_000)}`],
    ['all opened before any is closed', '*a '.repeat(600) + 'b*'.repeat(600)],
    ['links in emphasis in links', '*[a '.repeat(300) + '](https://a.example)*'.repeat(300)],
  ])('are characters from the fiftieth on: %s', (_, text) => {
    expect(depthOf(of(text))).toBe(50);
  });

  test.each([
    ['stars', '*a '],
    ['stars that close', '*a* *'],
    ['stars and underscores', '*a _b c* '],
    ['runs of every length', '*a **b ***c ****d *e** f*** g**** '],
    ['waves', '~a ~~b c~ '],
    ['brackets', '['],
    ['brackets that close', '[]]['],
    ['images', '![![]('],
    ['addresses', '[a](b '],
    ['addresses in angle brackets', '[a](<b '],
    ['titles', '[a](b "c '],
    ['titles in parentheses', '[a](b (c '],
    ['parentheses', '[a]((((('],
    ['names', '[a]['],
    ['tags', '<a b="c '],
    ['tags without an end', '<a <b'],
    ['comments', '<!-- a '],
    ['pages', 'https://a.b/(c '],
    ['pages without a space', 'https://a.b/'],
    ['parentheses behind a page', 'https://a.b/)'],
    ['mail', 'a@b.c@'],
    ['mail without a host', 'aaaaaaa@'],
    ['words of one letter', 'a'],
    ['backslashes', '\\'],
    ['backticks of every length', '`a``b```c````d`````e'],
    ['lines', ' \n'],
    ['references', '&#x41;&a'],
  ])('are read in a moment: %s [RICH-15]', (_, piece) => {
    const began = process.cpuUsage();
    for (const text of [piece.repeat(Math.ceil(12_000 / piece.length)), piece.repeat(1_000)]) {
      parseInline(text, { A: { href: 'https://a.example', title: undefined } }, false);
    }
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(1_000);
  });

  test.each(['[a] ', '[b](https://a.example) ', 'https://a.example ', '![c](https://a.example/d) '])(
    'are links up to the two hundredth: %s',
    (piece) => {
      const definitions = { A: { href: 'https://a.example', title: undefined } };
      const kinds = parseInline(piece.repeat(300), definitions, false).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind !== 'text')).toHaveLength(200);
    },
  );

  test.each([
    ['a paragraph with a word in every five', 'one two three four *five* '.repeat(150)],
    ['names in snake case', 'some_long_name and another_one, '.repeat(120)],
    ['every word bold', '**word** '.repeat(400)],
  ])('but these are read: %s', (_, text) => {
    const kinds = new Set(of(text).map(({ kind }) => kind));
    expect(kinds.size).toBe(text.includes('*') ? 2 : 1);
  });
});

describe('addresses without brackets', () => {
  /** The links of a text, as they are written and where they lead. */
  const links = (parts: readonly Inline[]): string[] =>
    parts.flatMap((part) => {
      if (part.kind !== 'link') return 'children' in part ? links(part.children) : [];
      return [`${part.children.map((child) => (child as { text: string }).text).join('')} ${part.href}`];
    });

  test.each([
    ['see https://a.example.', 'https://a.example https://a.example/'],
    ['(https://a.example/b_(c))', 'https://a.example/b_(c) https://a.example/b_(c)'],
    ['**https://a.example/b**', 'https://a.example/b https://a.example/b'],
    ['*see https://a.example/b*', 'https://a.example/b https://a.example/b'],
    ['www.a.example/b?c=1&amp;d=2;', 'www.a.example/b?c=1&d=2 http://www.a.example/b?c=1&d=2'],
    ['https://a.example/b&copy; c', 'https://a.example/b https://a.example/b'],
    ['http://localhost:3000/a', 'http://localhost:3000/a http://localhost:3000/a'],
    ['见https://a.example/b。然后', 'https://a.example/b https://a.example/b'],
    ['（https://a.example/b）', 'https://a.example/b https://a.example/b'],
    ['a.b+c@d.example, said', 'a.b+c@d.example mailto:a.b+c@d.example'],
    ['mailto:a_b@c.example', 'mailto:a_b@c.example mailto:a_b@c.example'],
    ['[see https://a.example/b]', 'https://a.example/b https://a.example/b'],
  ])('are links: %s', (markdown, link) => expect(links(of(markdown))).toEqual([link]));

  test.each(['https://', 'xhttps://a.example', 'a@b', '@a.example', 'awww.a.example', 'ftp://a.example'])(
    'or only characters: %s',
    (markdown) => expect(of(markdown)).toEqual([text(markdown)]),
  );
});

describe('where words have no spaces between them', () => {
  test.each([
    ['他说**“你好”**然后', ['他说', '“你好”', '然后']],
    ['これは**重要（必須）**です', ['これは', '重要（必須）', 'です']],
    ['**“강조”**입니다', ['“강조”', '입니다']],
  ])('emphasis ends beside a sign all the same: %s [RICH-14]', (markdown, words) => {
    const parts = of(markdown);
    expect(parts.filter(({ kind }) => kind === 'strong')).toHaveLength(1);
    const said = parts.flatMap((part) => (part.kind === 'strong' ? part.children : [part]));
    expect(said.map((part) => (part as { text: string }).text)).toEqual(words);
  });
});
