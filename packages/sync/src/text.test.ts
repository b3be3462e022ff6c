import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunksOf, cutText, isBlank, storable } from './text.ts';

const anyText = fc.string({ unit: fc.constantFrom('a', '\0', '\ud83c', '\udf0d', '🌍', 'é') });

test('characters that no database can store are replaced in place', () => {
  expect(storable('a\0b\ud83cc🌍')).toBe('a\ufffdb\ufffdc🌍');
});

test('a text that can be stored keeps its length, and stays as it is the second time', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const stored = storable(text);
      expect(stored.length).toBe(text.length);
      expect(storable(stored)).toBe(stored);
    }),
  );
});

test('chunks are the text, and none ends inside a character', () => {
  fc.assert(
    fc.property(anyText.map(storable), fc.integer({ min: 2, max: 5 }), (text, length) => {
      const chunks = chunksOf(text, length);
      expect(chunks.join('')).toBe(text);
      for (const chunk of chunks) {
        expect(chunk.length).toBeLessThanOrEqual(length);
        expect(chunk.isWellFormed()).toBe(true);
      }
    }),
  );
});

test('a text that is short enough is not cut', () => {
  expect(cutText('🌍', 2)).toBe('🌍');
  expect(cutText('🌍', 1)).toBe('');
});

test.each([
  '',
  ' \n\t',
  '\u200b',
  '\u2800',
  '\u00ad',
  '\u200e\u200f',
  '\u3164\uffa0\u115f',
  '\u034f\ufe0f\u{e0001}\ufeff\u2060',
  '\u00a0\u3000\u2028',
])('nothing of %j can be seen', (text) => {
  expect(isBlank(text)).toBe(true);
});

test.each(['a', '\u200b.', '👍\ufe0f', '。', '\ufffd', '´'])('%j can be seen', (text) => {
  expect(isBlank(text)).toBe(false);
});
