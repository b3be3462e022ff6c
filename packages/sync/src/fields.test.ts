import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cappedFields, fieldValue, mergeFields, type StampedField, type StampedFields } from './fields.ts';

const value = fc.oneof(
  fc.constantFrom('a', 'b', true, false, null, 1),
  fc.dictionary(fc.constantFrom('x', 'y'), fc.constantFrom(1, 2)),
);
const field = fc.tuple(value, fc.integer({ min: 0, max: 3 })) as fc.Arbitrary<StampedField>;
const fields: fc.Arbitrary<StampedFields> = fc.dictionary(
  fc.constantFrom('title', 'leaf', '__proto__'),
  field,
);

test('the last write wins', () => {
  const merged = mergeFields(
    { title: ['Old', 1], pinned: [true, 5] },
    { title: ['New', 2], pinned: [false, 4] },
  );
  expect(merged).toEqual({ title: ['New', 2], pinned: [true, 5] });
});

test('in whichever order, and however often, changes arrive, every device ends up with the same values', () => {
  fc.assert(
    fc.property(fields, fields, fields, (a, b, c) => {
      const merged = mergeFields(mergeFields(a, b), c);
      expect(mergeFields(a, mergeFields(b, c))).toEqual(merged);
      expect(mergeFields(c, mergeFields(b, a))).toEqual(merged);
      expect(mergeFields(merged, b)).toEqual(merged);
    }),
  );
});

test('an object is the same whatever the order of its keys', () => {
  const one: StampedFields = { settings: [{ effort: 'high', tokens: 5 }, 1] };
  const other: StampedFields = { settings: [{ tokens: 5, effort: 'high' }, 1] };
  expect(mergeFields(one, other)).toEqual(mergeFields(other, one));
});

test('a clock that is ahead writes no later than now', () => {
  expect(cappedFields({ title: ['Hi', 9_000], leaf: ['m', 10] }, 1_000)).toEqual({
    title: ['Hi', 1_000],
    leaf: ['m', 10],
  });
});

test('a name that every object has is not a field', () => {
  expect(fieldValue({}, 'toString')).toBeUndefined();
});
