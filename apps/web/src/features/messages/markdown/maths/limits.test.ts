import { expect, test } from 'vitest';
import { limitsOf } from './limits.ts';

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
