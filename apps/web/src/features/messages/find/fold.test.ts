import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extendFolded, type FoldedSoFar, folded, foldedText, folding, matchesIn } from './fold.ts';

test('every match in a folded text maps back to its original position', () => {
  const text = 'Ein ﬁnales Straße-Café, ÉCLAIR\u00a0x e\u0301t';
  const found = (words: string) => {
    const { text: plain, at } = folded(text);
    return Array.from(matchesIn(plain, [foldedText(words)]), ([from, to]) => text.slice(at(from), at(to)));
  };
  expect(found('cafe')).toEqual(['Café']);
  expect(found('éclair x')).toEqual(['ÉCLAIR\u00a0x']);
  expect(found('et')).toEqual(['e\u0301t']);
  expect(found('final')).toEqual(['ﬁnal']);
});

test('marks are left out only in scripts that people write without them', () => {
  expect(foldedText('e\u0301 מֹ مُ ❤\ufe0f')).toBe('e מ م ❤');
  for (const [one, other] of [
    ['कि', 'का'],
    ['கி', 'கு'],
    ['は', 'ば'],
    ['は', 'ぱ'],
  ] as const)
    expect(foldedText(one)).not.toBe(foldedText(other));
  const found = (words: string, text: string) =>
    Array.from(matchesIn(foldedText(text), [foldedText(words)]), ([from]) => from);
  expect(found('は', 'ばぱは')).toEqual([4]);
  expect(found('ば', 'はば')).toEqual([1]);
});

test('all forms of sigma are alike', () => {
  for (const text of ['ΟΔΟΣ', 'οδος', 'οδοσ']) {
    expect(foldedText(text)).toBe('οδοσ');
    expect(folded(text).text).toBe('οδοσ');
  }
});

test('a text is folded the same way with and without positions', () => {
  // Two marks in the order that no normal form has.
  expect(folded('क\u094d\u093c').text).toBe(foldedText('क\u094d\u093c'));
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(folded(text).text).toBe(foldedText(text));
    }),
  );
});

test('a growing text is folded as if it were complete, wherever it was cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('a', 'É', 'e\u0301', 'ﬁ', '𝔸', 'Σ', ' ', 'कि', 'ば') })),
      (pieces) => {
        let text = '';
        let before: FoldedSoFar | null = null;
        for (const piece of pieces) {
          text += piece;
          before = extendFolded(before, text);
          const whole = folded(text);
          expect(before.text).toBe(whole.text);
          const places = (one: typeof whole) =>
            Array.from({ length: whole.text.length + 1 }, (_, at) => one.at(at));
          expect(places(before)).toEqual(places(whole));
        }
      },
    ),
  );
});

test('a text cut inside a character is folded again from the start', () => {
  const before = extendFolded(null, 'a\ud835');
  expect(extendFolded(before, 'a\ud835\udd38').text).toBe('aa');
});

test('each character of a long growing text is folded once [LONG-06]', () => {
  const words = 'Über größere Höhen. ';
  const start = folding.characters;
  let before: FoldedSoFar | null = null;
  for (let times = 1; times <= 200; times++) before = extendFolded(before, words.repeat(times));
  expect(folding.characters - start).toBe(words.length * 200);
});

test('thousands of accents on one letter take no time', () => {
  const text = `e${'\u0301\u0323'.repeat(50_000)}`;
  const began = process.cpuUsage();
  expect(foldedText(text)).toBe('e');
  expect(folded(text).text).toBe('e');
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(2_000);
});
