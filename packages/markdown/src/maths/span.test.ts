import { expect, test } from 'vitest';
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
