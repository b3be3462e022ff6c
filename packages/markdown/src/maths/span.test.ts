import { describe, expect, test } from 'vitest';
import { parseInline } from '../inline/inline.ts';

const none = Object.create(null);
/** The formulas of a text, `⟦so⟧` or `⟦⟦so⟧⟧` when on a line of their own, among the words. */
function shown(text: string): string {
  const parts = (all: ReturnType<typeof parseInline>): string =>
    all
      .map((part) => {
        switch (part.kind) {
          case 'maths':
            return part.isDisplay ? `⟦⟦${part.tex}⟧⟧` : `⟦${part.tex}⟧`;
          case 'text':
            return part.text;
          case 'code':
            return `code(${part.text})`;
          case 'break':
            return '/';
          case 'note':
            return `note(${part.label})`;
          case 'image':
            return `image(${part.src} ${part.alt})`;
          case 'link':
            return `link(${part.href} ${parts(part.children)})`;
          default:
            return `${part.kind}(${parts(part.children)})`;
        }
      })
      .join('');
  return parts(parseInline(text, none, false));
}

test.each([
  ['so $x$ is', 'so ⟦x⟧ is'],
  ['$$x$$', '⟦⟦x⟧⟧'],
  ['\\(x\\) and \\[ y \\]', '⟦x⟧ and ⟦⟦y⟧⟧'],
  ['$a_1 + b_1$ and $a*b*c$', '⟦a_1 + b_1⟧ and ⟦a*b*c⟧'],
  ['$a \\\\ b$, $|x| < 1$, $a & b$, $\\{x\\}$', '⟦a \\\\ b⟧, ⟦|x| < 1⟧, ⟦a & b⟧, ⟦\\{x\\}⟧'],
  ['$x\n+ y$', '⟦x\n+ y⟧'],
  ['**$x$** *see $a*b$ there*', 'strong(⟦x⟧) em(see ⟦a*b⟧ there)'],
  ['**Energy:** $E$, **Energy: $E$**', 'strong(Energy:) ⟦E⟧, strong(Energy: ⟦E⟧)'],
  ['[the $x$](https://a.example/)', 'link(https://a.example/ the ⟦x⟧)'],
  ['($x$), "$y$", $z$-axis, $n$th, two $x$s', '(⟦x⟧), "⟦y⟧", ⟦z⟧-axis, ⟦n⟧th, two ⟦x⟧s'],
  ['设$x$为', '设⟦x⟧为'],
  ['2$\\pi$ and $\\$5$', '2⟦\\pi⟧ and ⟦\\$5⟧'],
  ['\\(a \\\\\\) b', '⟦a \\\\⟧ b'],
])('%j holds formulas: %j', (text, parts) => {
  expect(shown(text)).toBe(parts);
});

test.each([
  '$4 and $5',
  '$5 and 6 more',
  'from $4k to $5k, or $4-$5, $4/$5, $1,000.',
  'US$ 5, US$5 and A$6',
  '$PATH and $HOME',
  '$PATH:$HOME',
  'only $5, not 6$',
  'a $ b $ c',
  '$ x$ and $x $',
  '$x$5',
  '$$',
  '$$$$ and $$$x$$$',
  '$20 ($15)',
  'one $',
  "$('#a') and $('#b')",
])('%j is only text', (text) => {
  expect(shown(text)).toBe(text);
});

describe('money is not mathematics, however it is written [RICH-02]', () => {
  test.each([
    '$5',
    '$5, $6 and $7.50',
    'from $5–$10, $5-$10 or $5—$10',
    '$5/$10 or $5/$10/$15',
    'US$ 5 and $6, or US$5 and US$6',
    'A$5, NZ$6, HK$ 7 and R$ 8,00 e R$ 9,00',
    '5$ und 6$',
    '5$ à 6$, 5,- $ oder 6,- $',
    'zwischen 5 $ und 6 $',
    '5 $, also 6$',
    'kostet 5 $. Dann 6$.',
    '(5 $) oder 6$',
    '5 $/Monat oder 6$',
    'ein 5 $-Schein, ein 6$-Schein',
    '$5 à 6$',
    '$5 a 6$',
    '$5 до 6$',
    '$5 (oder 6$)',
    '$5 (6$ in Canada)',
    '$5k/$10k, $5M–$10M, $1.5bn or $2bn',
    '$1,000.50 and $2,000.75',
    '$1.000,50/$2.000,75',
    '$.50/$.75',
    '$5 + tax, $6 + tax',
    '$5+ or 6$+',
    '$5*/$6*',
    '-$5 and -$6, +$5/-$6',
    '~$5–~$6',
    '€5/$6/£7',
    '$5 (€4.60), 6$ (€5.50)',
    '$5≈€4.60 (6$≈€5.50)',
    '¥500、$5、6$。',
    '从$5到$10不等',
    '$5到6$',
    '约$5/月或6$/月',
    '每人$5，两人9$',
    '５$和６$',
    '$٥/$٦',
    '5.-$/6.-$',
    '($5) or ($6)',
    '"$5" or "$6"',
    '$5…$10',
    '$5\nor 6$',
    '$5<br>6$',
    'in $/kWh ($/GJ)',
    'in $/kg, $/t',
    'the $-sign, a $-bond',
    'in dollars ($), euros (€) or pesos ($).',
    '$AAPL, $TSLA/$MSFT',
    '$$–$$$',
    '$$ or $$$',
    '$$ or $$',
    'cheap ($), fair ($$), fancy ($$$) or ($$)',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's
    '${a}/${b} and ${a}${b}',
    '$_GET/$_POST',
  ])('as in %j', (text) => expect(shown(text)).toBe(text));

  test.each([
    ['\\$5 and \\$6', '$5 and $6'],
    ['\\$5 and $6', '$5 and $6'],
    ['**$5** or **$6**', 'strong($5) or strong($6)'],
    ['**$5**/**$6**', 'strong($5)/strong($6)'],
    ['~~$5~~ $4', 'del($5) $4'],
    [
      '[$5](https://a.example/)–[$6](https://a.example/)',
      'link(https://a.example/ $5)–link(https://a.example/ $6)',
    ],
    ['`$5`–$6', 'code($5)–$6'],
    ['costs $5 and $x$ is', 'costs $5 and ⟦x⟧ is'],
    ['costs $5—$x$ is', 'costs $5—⟦x⟧ is'],
    ['for $5 ($\\alpha$)', 'for $5 (⟦\\alpha⟧)'],
    ['$x$ costs $5, $y$ 6$', '⟦x⟧ costs $5, ⟦y⟧ 6$'],
  ])('and as in %j: %j', (text, parts) => expect(shown(text)).toBe(parts));

  test.each([
    ['$x$', '⟦x⟧'],
    ['$5$', '⟦5⟧'],
    ['$5x$', '⟦5x⟧'],
    ['$5 x$', '⟦5 x⟧'],
    ['$2+2$', '⟦2+2⟧'],
    ['$2 + 2 = 4$', '⟦2 + 2 = 4⟧'],
    ['$2 + sin x$', '⟦2 + sin x⟧'],
    ['$1, 2, 3$', '⟦1, 2, 3⟧'],
    ['$-5$', '⟦-5⟧'],
    ['$0.5$', '⟦0.5⟧'],
    ['$10^{-3}$', '⟦10^{-3}⟧'],
    ['$5!$', '⟦5!⟧'],
    ['$50\\%$', '⟦50\\%⟧'],
    ['$5 < x < 10$', '⟦5 < x < 10⟧'],
    ['$5\\text{ kg}$', '⟦5\\text{ kg}⟧'],
    ['$5\\text{元}$', '⟦5\\text{元}⟧'],
    ['$3(x+1)$', '⟦3(x+1)⟧'],
    ['$E=mc^2$', '⟦E=mc^2⟧'],
    ['$[0, 1)$', '⟦[0, 1)⟧'],
    ['$]0, 1[$', '⟦]0, 1[⟧'],
    ['$f(x)$', '⟦f(x)⟧'],
    ['$x$, $y$, and $z$.', '⟦x⟧, ⟦y⟧, and ⟦z⟧.'],
    ['$x$/$y$', '⟦x⟧/⟦y⟧'],
    ['$x$–$y$', '⟦x⟧–⟦y⟧'],
    ['$x,$', '⟦x,⟧'],
    ['共$5$个，$x$和$y$', '共⟦5⟧个，⟦x⟧和⟦y⟧'],
    ['_$x$_ and **$5$**', 'em(⟦x⟧) and strong(⟦5⟧)'],
    ['step 2 $(x+1)$', 'step 2 ⟦(x+1)⟧'],
    ['step 2 $\\to$ 3', 'step 2 ⟦\\to⟧ 3'],
    ['so $$x$$ is', 'so ⟦⟦x⟧⟧ is'],
    ['so $$ x = 1 $$ is', 'so ⟦⟦x = 1⟧⟧ is'],
    ['$$ab$$', '⟦⟦ab⟧⟧'],
    ['\\(5\\) and \\(2+2\\)', '⟦5⟧ and ⟦2+2⟧'],
    ['\\(sin x\\)', '⟦sin x⟧'],
    ['$n$-th, $(n+1)$st', '⟦n⟧-th, ⟦(n+1)⟧st'],
    ['$i$', '⟦i⟧'],
    ['$\\{1, 2\\}$', '⟦\\{1, 2\\}⟧'],
    ['$|x|$', '⟦|x|⟧'],
    ['$a \\in A$', '⟦a \\in A⟧'],
    ['$\\$5$', '⟦\\$5⟧'],
    ['$1/2$', '⟦1/2⟧'],
    ['$5 \\times 10^3$', '⟦5 \\times 10^3⟧'],
  ])('but a formula is a formula: %j is %j [RICH-01]', (text, parts) => expect(shown(text)).toBe(parts));
});

describe('bracketed words in a sentence are not formulas', () => {
  test.each([
    ['Dear \\[Your Name\\],', 'Dear [Your Name],'],
    [
      'as said in \\[1\\] and \\[2\\]: tick \\[x\\] when done.',
      'as said in [1] and [2]: tick [x] when done.',
    ],
    ['Link: [source \\[3\\]](https://example.org/)', 'Link: link(https://example.org/ source [3])'],
    ['use \\[your_name\\], \\[name=value\\], \\[<file>\\]', 'use [your_name], [name=value], [<file>]'],
    ['in \\[0, 1\\], \\[a-z\\], \\[…\\], \\[C++\\], \\[and/or\\]', 'in [0, 1], [a-z], […], [C++], [and/or]'],
    ['see \\[ the note \\] and \\[ \\]', 'see [ the note ] and [ ]'],
    ['**\\[Draft\\]** *\\[2024\\]*', 'strong([Draft]) em([2024])'],
    ['\\[注\\]和\\(可选\\)', '[注]和(可选)'],
    ['the file \\(optional\\), \\(see below\\)', 'the file (optional), (see below)'],
    ['we get \\[ y \\] and \\[x = \\frac{1}{2}\\]', 'we get ⟦⟦y⟧⟧ and ⟦⟦x = \\frac{1}{2}⟧⟧'],
    ['so \\[a + b\\], \\[x_1\\], \\[E=mc^2\\]', 'so ⟦⟦a + b⟧⟧, ⟦⟦x_1⟧⟧, ⟦⟦E=mc^2⟧⟧'],
    ['so \\(F = force\\)', 'so ⟦F = force⟧'],
  ])('%j is %j [RICH-02]', (text, parts) => expect(shown(text)).toBe(parts));
});

test('money beside a formula is still money', () => {
  expect(shown('It costs $5 and $x$ is free, $6 too')).toBe('It costs $5 and ⟦x⟧ is free, $6 too');
});

test('a dollar in code, in an address or after a backslash is a plain dollar', () => {
  expect(shown('`$x$` and \\$x\\$')).toBe('code($x$) and $x$');
  expect(shown('``a ` $x$`` $y$')).toBe('code(a ` $x$) ⟦y⟧');
  expect(shown('[a](https://a.example/$b$c)')).toBe('link(https://a.example/$b$c a)');
  expect(shown('![$x$](https://a.example/$y$)')).toBe('image(https://a.example/$y$ $x$)');
  expect(shown('[$x$](javascript:$y$)')).toBe('[$x$](javascript:$y$)');
});

test('a footnote is referred to beside formulas and words, but not in links or code', () => {
  expect(shown('So[^1] **it is.**[^Two] $x$[^3]')).toBe('Sonote(1) strong(it is.)note(two) ⟦x⟧note(3)');
  expect(shown('[a [^1]](https://a.example/) `[^1]` \\[^1] [^1](https://a.example/) [^a b]')).toBe(
    'link(https://a.example/ a [^1]) code([^1]) [^1] link(https://a.example/ ^1) [^a b]',
  );
});

test('next to private-use characters a formula is still a formula', () => {
  expect(shown('\ue000 $x$ US$\ue000$')).toBe('\ue000 ⟦x⟧ US$\ue000$');
});

test.each([
  '$',
  '$x',
  '$x ',
  '$1 ab',
  '\\(',
  '\\[',
  '\\(x',
  '\\(word ',
  '\\[a ',
  '\\[word\\]',
  '$$ or ',
  '$5 a ',
  '$$x',
  '`',
  '$`',
  '$x$',
  '\\)',
  '$x$1',
  '[^',
  '[^1]',
  '[^1',
])('a text of nothing but %j is read at once', (piece) => {
  const started = process.cpuUsage();
  const text = piece.repeat(Math.ceil(12_000 / piece.length));
  parseInline(text, none, false);
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000);
});
