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
    expect(of('~~This one is struck.~~')).toEqual([{ kind: 'del', children: [text('This one is struck.')] }]);
    expect(of('~~3~5 days~~ 7~10')).toEqual([{ kind: 'del', children: [text('3~5 days')] }, text(' 7~10')]);
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

test('an image within a link is its words, so that a press leads where the link does', () => {
  const link = { kind: 'link', href: 'https://ci.example/', title: undefined };
  expect(of('[![build](https://ci.example/b.png)](https://ci.example)')).toEqual([
    { ...link, children: [text('build')] },
  ]);
  expect(of('[![](https://ci.example/b.png)](https://ci.example)')).toEqual([
    { ...link, children: [text('ci.example')] },
  ]);
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

  test('backticks that nothing closes are searched for once', () => {
    const began = process.cpuUsage();
    parseInline('\\``'.repeat(20_000), {}, false);
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
    ['打开“https://example.org/docs”和', 'https://example.org/docs https://example.org/docs'],
    ['和‘https://example.org/faq’。', 'https://example.org/faq https://example.org/faq'],
    ['看 https://example.org/a……然后', 'https://example.org/a https://example.org/a'],
    ['看 https://example.org/b——再看', 'https://example.org/b https://example.org/b'],
    ['看 https://example.org/b…', 'https://example.org/b https://example.org/b'],
    ['«https://a.example/b»', 'https://a.example/b https://a.example/b'],
    ['„https://a.example/b“', 'https://a.example/b https://a.example/b'],
    ['He said ‘https://a.example/b’, and', 'https://a.example/b https://a.example/b'],
    [
      'https://a.example/Hobson’s_choice',
      'https://a.example/Hobson’s_choice https://a.example/Hobson%E2%80%99s_choice',
    ],
    ['https://a.example/1–2', 'https://a.example/1–2 https://a.example/1%E2%80%932'],
    ['｢https://a.example/b｣､', 'https://a.example/b https://a.example/b'],
    ['［https://a.example/b］', 'https://a.example/b https://a.example/b'],
    ['انظر https://a.example/b، ثم', 'https://a.example/b https://a.example/b'],
    ['例：https://例え.example/道', 'https://例え.example/道 https://xn--r8jz45g.example/%E9%81%93'],
    ['www.例え.example', 'www.例え.example http://www.xn--r8jz45g.example/'],
    ['https://пример.example/а', 'https://пример.example/а https://xn--e1afmkfd.example/%D0%B0'],
  ])('are links: %s', (markdown, link) => expect(links(of(markdown))).toEqual([link]));

  test.each([
    'https://',
    'https://…',
    'https://。',
    '“https://”',
    'xhttps://a.example',
    'a@b',
    '@a.example',
    'awww.a.example',
    'ftp://a.example',
  ])('or only characters: %s', (markdown) => expect(of(markdown)).toEqual([text(markdown)]));
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

  /** Emphasis written out: `<b>…</b>`. */
  const marked = (parts: readonly Inline[]): string =>
    parts
      .map((part) => {
        const tag = { strong: 'b', em: 'i', del: 's' }[part.kind as string];
        if (part.kind === 'text') return part.text;
        return tag && 'children' in part ? `<${tag}>${marked(part.children)}</${tag}>` : part.kind;
      })
      .join('');

  test.each([
    // Behind their punctuation it ends, whatever follows.
    ['**复现：**10 轮。', '<b>复现：</b>10 轮。'],
    ['**步骤：**Open the app.', '<b>步骤：</b>Open the app.'],
    ['**版本：**v2.0 和 **温度：**25°C', '<b>版本：</b>v2.0 和 <b>温度：</b>25°C'],
    ['**版本：**v2.0和**温度：**25°C', '<b>版本：</b>v2.0和<b>温度：</b>25°C'],
    ['**版本:**v2.0 和**温度**很好', '<b>版本:</b>v2.0 和<b>温度</b>很好'],
    ['*版本：*v2.0 和 *温度：*25°C', '<i>版本：</i>v2.0 和 <i>温度：</i>25°C'],
    ['***版本：***v2.0 和 ***温度：***25°C', '<i><b>版本：</b></i>v2.0 和 <i><b>温度：</b></i>25°C'],
    ['~~版本：~~v2.0 和 ~~温度：~~25°C', '<s>版本：</s>v2.0 和 <s>温度：</s>25°C'],
    ['__版本：__v2.0 和 __温度：__25°C', '<b>版本：</b>v2.0 和 <b>温度：</b>25°C'],
    ['**重要（必須）**Node', '<b>重要（必須）</b>Node'],
    ['**“接口”**API', '<b>“接口”</b>API'],
    ['**真的吗？！**Yes', '<b>真的吗？！</b>Yes'],
    ['**等等……**Wait', '<b>等等……</b>Wait'],
    ['**Ｖｅｒ．**2', '<b>Ｖｅｒ．</b>2'],
    // Before their brackets it begins, whatever precedes.
    ['使用**「接口」**API。 API**「接口」**说明。', '使用<b>「接口」</b>API。 API<b>「接口」</b>说明。'],
    ['API*「接口」*说明', 'API<i>「接口」</i>说明'],
    ['2***《书》***3', '2<i><b>《书》</b></i>3'],
    ['API**“接口”**说明', 'API<b>“接口”</b>说明'],
    ['v2__【新】__API', 'v2<b>【新】</b>API'],
    // Letters without spaces between words, of other scripts.
    ['**"คำพูด"**ต่อไป', '<b>"คำพูด"</b>ต่อไป'],
    ['ไทย**(ก)**ไทย', 'ไทย<b>(ก)</b>ไทย'],
    ['葛\u{e0100}**(か)**葛\u{e0100}', '葛\u{e0100}<b>(か)</b>葛\u{e0100}'],
    ['𠮷**(か)**𠮷', '𠮷<b>(か)</b>𠮷'],
    // What was right stays right.
    ['**重要**。**次要**，**小**', '<b>重要</b>。<b>次要</b>，<b>小</b>'],
    ['**API**，**v2**（新）', '<b>API</b>，<b>v2</b>（新）'],
    ['**强调*斜*，粗**体', '<b>强调<i>斜</i>，粗</b>体'],
    ['他说：**重要**的', '他说：<b>重要</b>的'],
    ['**Warning:**text', '**Warning:**text'],
    ['变量some_name和other_name，a_「b」', '变量some_name和other_name，a_「b」'],
  ])('%j is %j [RICH-14]', (markdown, expected) => expect(marked(of(markdown))).toBe(expected));
});
