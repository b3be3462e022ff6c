import fc from 'fast-check';
import { expect, test } from 'vitest';
import { folded, foldedText, matchesIn } from './fold.ts';

test('every match in a folded text knows where it stood', () => {
  const text = 'Ein ﬁnales Straße-Café, ÉCLAIR\u00a0x e\u0301t';
  const found = (words: string) => {
    const { text: plain, at } = folded(text);
    return Array.from(matchesIn(plain, foldedText(words)), (start) =>
      text.slice(at(start), at(start + foldedText(words).length)),
    );
  };
  expect(found('cafe')).toEqual(['Café']);
  expect(found('éclair x')).toEqual(['ÉCLAIR\u00a0x']);
  expect(found('et')).toEqual(['e\u0301t']);
  expect(found('final')).toEqual(['ﬁnal']);
});

test('a sigma is a sigma wherever it stands', () => {
  for (const text of ['ΟΔΟΣ', 'οδος', 'οδοσ']) {
    expect(foldedText(text)).toBe('οδοσ');
    expect(folded(text).text).toBe('οδοσ');
  }
});

test('a text is folded the same with and without places', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(folded(text).text).toBe(foldedText(text));
    }),
  );
});
