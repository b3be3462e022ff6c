import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterPrefix, isLongEnough, searchKey } from './folded.ts';

test.each([
  ['ada lovelace', 'Ada Lovelace'],
  ['ada lovelace', '  ADA\t\n Lovelace '],
  ['ada', 'Ａｄａ'],
  ['ada', 'A\u200bd\u00ada\ufeff'],
  ['zoe', 'Zoë'],
  ['zoe', 'Zoe\u0308'],
  ['jose', 'JOSÉ'],
  ['lukasz', 'Łukasz'],
  ['soren', 'Søren'],
  ['strauss', 'Strauß'],
  ['strauss', 'STRAUẞ'],
  ['oeuvre', 'Œuvre'],
  ['istanbul', 'İstanbul'],
  ['isil', 'Işıl'],
  ["o'brien", 'O’Brien'],
  ["o'brien", 'O´Brien'],
  ['anne-marie', 'Anne–Marie'],
  ['anne-marie', 'Anne\u2011Marie'],
  ['ffion', 'ﬃon'],
  ['οδυσσευσ', 'Ὀδυσσεύς'],
  ['οδυσσευσ', 'ΟΔΥΣΣΕΎΣ'],
  ['сергеи', 'Сергей'],
  ['משה', 'מֹשֶׁה'],
  ['محمد', 'مُحَمَّد'],
  ['احمد', 'أحمد'],
  ['かがわ', 'かか\u3099わ'],
  ['김', '김'],
  ['김', '\u1100\u1175\u11b7'],
  ['राम', 'राम'],
  ['100% _real_\\', '100% _Real_\\'],
])('%j is found by %j', (expected, typed) => {
  expect(searchKey(typed)).toBe(expected);
});

test.each([
  ['か', 'が'],
  ['कि', 'कु'],
  ['a_b', 'axb'],
  ['a%', 'ab'],
])('%j and %j stay different', (one, other) => {
  expect(searchKey(one)).not.toBe(searchKey(other));
});

const anything = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
    .map((units) => String.fromCharCode(...units)),
);

test('folding twice is the same as folding once, and leaves nothing that a database could not store', () => {
  fc.assert(
    fc.property(anything, (text) => {
      const once = searchKey(text);
      expect(searchKey(once)).toBe(once);
      expect(once).not.toMatch(/[\p{Cc}\p{Cs}\u{10ffff}]/u);
      expect(Buffer.byteLength(once)).toBeLessThan(500);
      expect(once.isWellFormed()).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test('capitals and normal forms make no difference', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      for (const form of ['NFC', 'NFD']) {
        expect(searchKey(text.normalize(form))).toBe(searchKey(text));
      }
      expect(searchKey(text.toUpperCase())).toBe(searchKey(text));
    }),
    { numRuns: 1_000 },
  );
});

const letters = fc.string({ unit: fc.constantFrom(..."aÁbñøßłœИйΣςאㄱ김李かが'’-–_%\\ .7"), maxLength: 20 });

test('typing any beginning of a name finds it', () => {
  fc.assert(
    fc.property(letters, fc.nat({ max: 20 }), (name, length) => {
      const typed = [...name].slice(0, length).join('');
      const [whole, part] = [searchKey(name), searchKey(typed)];
      expect(whole.startsWith(part)).toBe(true);
      // The way both databases compare: by bytes.
      const order = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));
      expect(order(part, whole)).toBeLessThanOrEqual(0);
      expect(order(whole, afterPrefix(part))).toBe(-1);
    }),
    { numRuns: 1_000 },
  );
});

test.each(['bo', 'éb', '%%', 'אב', 'a b', '李', '김', 'か', 'ada lovelace', '7_7'])(
  '%j is long enough',
  (text) => {
    expect(isLongEnough(text)).toBe(true);
  },
);

test.each(['', 'a', '  a ', 'a  ', 'a\u200b\u200b', 'é\u0301\u0301', '%', 'א'])('%j is too short', (text) => {
  expect(isLongEnough(text)).toBe(false);
});
