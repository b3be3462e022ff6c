import { cutValues } from '@polylogue/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { membersOf } from './members.ts';

const anyObject = fc.dictionary(
  fc.string({ unit: fc.constantFrom('a', '"', '\\', ',', ':', '{', ']', 'é') }),
  fc.jsonValue({ depthSize: 'medium' }),
);

test('each member is there whole, and cut to its first keys and items', () => {
  fc.assert(
    fc.property(anyObject, fc.nat(8), (object, most) => {
      const members = membersOf(JSON.stringify(object), most);
      const names = Object.keys(object);
      expect(members.map(({ name }) => name)).toEqual(names);
      for (const { name, whole, cut } of members) {
        const value = JSON.parse(JSON.stringify(object[name]));
        expect(JSON.parse(whole)).toEqual(value);
        expect(JSON.parse(cut)).toEqual(cutValues(value, most));
      }
    }),
    { numRuns: 500 },
  );
});

test('a name that is cut with others does not take the next member along', () => {
  const json = JSON.stringify({ many: { a: [1, 2, 3], b: 2 }, next: [4, 5] });
  expect(membersOf(json, 2).map(({ cut }) => cut)).toEqual(['{"a":[1]}', '[4,5]']);
});

test('from a level on means that what is above it stays', () => {
  const json = JSON.stringify({ settings: [{ a: 1, b: 2, c: 3 }, 1_700] });
  expect(membersOf(json, 2, 2).map(({ cut }) => cut)).toEqual(['[{"a":1,"b":2},1700]']);
});
