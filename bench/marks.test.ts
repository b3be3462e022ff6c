import { expect, test } from 'vitest';
import { marks } from './marks.ts';

const long = 'One two three. Four five six seven eight.';

test('a reply is recognised by its first six letters and a last run that occurs once', () => {
  expect(marks(long)).toEqual({ first: 'Onetwo', last: 'ixseveneight', letters: 32 });
});

test('an end that also occurs earlier is lengthened until it is unique', () => {
  const { last } = marks('Slow trains return. Fast trains return, trains return.');
  expect(last).toBe('ntrainsreturn');
});

test('what markdown hides is not part of a mark', () => {
  const { first, last } = marks('1. [First](https://example.com/x) thing\n\n```js\nconst a = copper;\n```\n');
  expect(first).toBe('Firstt');
  expect(last).toBe('constacopper');
});

test('a text without a unique end is refused', () => {
  expect(() => marks('aaaaaaaa'.repeat(20))).toThrow('cannot be known');
});
