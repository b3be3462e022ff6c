import { renderToString } from 'katex';
import { expect, test } from 'vitest';
import { limitsOf, reachesFar } from './limits.ts';

test('a long derivation is drawn', () => {
  const line = 'f(x_n) &= \\frac{a + b}{c} \\cdot g(x)^2 + \\int_0^1 h(t)\\,dt \\\\\n';
  expect(limitsOf(`\\begin{aligned}\n${line.repeat(15)}\\end{aligned}`)).not.toBeNull();
});

test.each([
  ['a hundred fractions', '\\frac xx'.repeat(100)],
  ['two hundred columns', `\\begin{matrix}${'x&'.repeat(200)}\\end{matrix}`],
  ['thousands of letters', 'x'.repeat(3_000)],
  ['a long definition', `\\def\\a{${'x'.repeat(500)}}\\a`],
  [
    'definitions that double what they are given',
    [...'bcdefghi'].map((name, at) => `\\def\\${name}#1{\\${'abcdefgh'[at]}{#1#1}}`).join(''),
  ],
])('%s are too much to draw', (_, tex) => {
  expect(limitsOf(tex)).toBeNull();
});

test('an argument of a definition may be expanded once for each use of its parameters', () => {
  const seven = `\\def\\a#1{${'#1'.repeat(7)}}\\a{\\a{${'x'.repeat(450)}}}`;
  expect(limitsOf(seven)).toBeLessThan(8);
  expect(limitsOf('\\newcommand{\\norm}[1]{\\|#1\\|} \\norm{x} + \\norm{y}')).toBe(20);
});

test('commands defined by a formula are expanded only a few times', () => {
  expect(limitsOf('\\newcommand{\\R}{\\mathbb R} \\R')).toBeLessThan(limitsOf('\\R') ?? 0);
});

test('the costlier a definition, the less often it is expanded', () => {
  const plain = `\\def\\a{${'x'.repeat(200)}}\\a`;
  const fractions = `\\def\\a{${'\\frac xx'.repeat(25)}}\\a`;
  expect(limitsOf(fractions)).toBeLessThan(limitsOf(plain) ?? 0);
});

const stylesOf = (tex: string, options = {}) =>
  [...renderToString(tex, { strict: false, maxSize: 20, ...options }).matchAll(/style="([^"]*)"/g)].map(
    ([, css = '']) => css,
  );

test.each([
  ['a line far below', '\\rule[-3000000em]{1em}{1em}'],
  ['a letter far below', '\\raisebox{-3000000em}{x}'],
  ['a letter far to the left', '\\hspace{-3000000em}x'],
  ['a letter farther away than can be written out', `\\kern-1${'0'.repeat(30)}em x`],
  ['a command that a formula defines', '\\def\\a{\\raisebox{-3000em}{x}}\\a'],
  ['many rows far from each other', `\\begin{matrix}${'x\\\\[20em]'.repeat(20)}\\end{matrix}`],
])('a formula does not reach across other messages: %s', (_, tex) => {
  expect(stylesOf(tex).some(reachesFar)).toBe(true);
});

test('what is tall or wide as formulas are may be drawn', () => {
  const rows = `\\begin{aligned}${'x &= y \\\\'.repeat(60)}\\end{aligned}`;
  const column = `\\begin{matrix}${'x\\\\'.repeat(135)}\\end{matrix}`;
  const nested = `${'\\frac{a}{'.repeat(20)}x${'}'.repeat(20)}`;
  const ordinary =
    '\\raisebox{-2em}{x} \\hspace{-1em} \\smash{\\int_0^1} \\underbrace{x}_n \\rule{20em}{20em}';
  for (const tex of [rows, column, nested, ordinary]) {
    expect(limitsOf(tex)).not.toBeNull();
    expect(stylesOf(tex, { displayMode: true }).filter(reachesFar)).toEqual([]);
  }
});

test('lengths are read as browsers write them', () => {
  expect(['top: -3e+06em;', 'top: 3e6em;', 'height: 1em; top: -201em;'].map(reachesFar)).toEqual([
    true,
    true,
    true,
  ]);
  expect(['top: -199.5em;', 'top: 1e-06em;', 'color: red;', ''].some(reachesFar)).toBe(false);
});
