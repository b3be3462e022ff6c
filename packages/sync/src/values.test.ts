import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countValues, cutValues } from './values.ts';

test('keys and items count, those within included', () => {
  expect(countValues({ a: 1, b: [1, { c: null }] })).toBe(5);
  expect(countValues('text')).toBe(0);
});

test('counting stops where it is too much', () => {
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, []]));
  expect(countValues([many, many], 10)).toBe(11);
});

test('what is cut has the first of its values, and as many as there may be', () => {
  expect(cutValues({ a: [1, 2], b: { c: 3 }, d: 4 }, 4)).toEqual({ a: [1, 2], b: {} });
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(20), (value, most) => {
      const cut = cutValues(value, most);
      expect(countValues(cut)).toBe(Math.min(most, countValues(value)));
      if (countValues(value) <= most) expect(cut).toBe(value);
    }),
  );
});
