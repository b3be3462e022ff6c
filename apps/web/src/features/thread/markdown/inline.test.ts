import fc from 'fast-check';
import { Lexer } from 'marked';
import { describe, expect, test } from 'vitest';
import { type Inline, inline } from './inline.ts';

const none = Object.create(null);
const of = (text: string, breaks = false) => inline(text, none, breaks);
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

test('a single newline is a break only in what a person typed', () => {
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

  test('to mail are no images', () => {
    expect(of('![a](mailto:a@b.example)')).toEqual([text('![a](mailto:a@b.example)')]);
  });

  test('lead over http, https and mail', () => {
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

  test('named ones lead where their definition says', () => {
    const definitions = { a: { href: 'https://example.com', title: 'T' } };
    expect(inline('[A] and [b][a]', definitions, false)).toEqual([
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

test('a text in which nothing is special is taken as it is, and the markdown reader agrees', () => {
  const plain = fc.string({ unit: fc.constantFrom(...'ab Z.,;:!?()]>"\'#+-=|{}$%^/0é🙂w') });
  fc.assert(
    fc.property(plain, (words) => {
      fc.pre(words !== '' && !/:\/\/|www\./i.test(words));
      expect(of(words)).toEqual([text(words)]);
      const tokens = new Lexer({ gfm: true }).inlineTokens(words);
      expect(tokens.map(({ type }) => type)).toEqual(tokens.map(() => 'text'));
    }),
  );
});

describe('emphasis that is a bomb is only its characters', () => {
  test.each([
    ['stars that open and never close', '*a_'.repeat(1_300)],
    ['one endless run', '*'.repeat(4_000)],
    ['runs that would nest without end', `${'*'.repeat(2_000)}a${'*'.repeat(2_000)}`],
    ['all opened before any is closed', '*a '.repeat(600) + 'b*'.repeat(600)],
    ['more links than words', '[a] '.repeat(1_100)],
    ['underscores alone', '_a'.repeat(3_000)],
  ])('%s', (_, text) => expect(of(text)).toEqual([{ kind: 'text', text }]));

  test.each([
    ['a paragraph with a word in every five', 'one two three four *five* '.repeat(150)],
    ['names in snake case', 'some_long_name and another_one, '.repeat(120)],
    ['every word bold', '**word** '.repeat(400)],
  ])('but not %s', (_, text) => {
    const kinds = new Set(of(text).map(({ kind }) => kind));
    expect(kinds.size).toBe(text.includes('*') ? 2 : 1);
  });
});
