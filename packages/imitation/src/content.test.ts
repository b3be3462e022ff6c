import fc from 'fast-check';
import { expect, test } from 'vitest';
import { content, contentKinds, pieces, tokenLength } from './index.ts';

test.each(contentKinds)('%s has the requested length, and is the same every time', (kind) => {
  for (const tokens of [1, 7, 2000]) {
    const text = content(kind, tokens);
    expect(text).toHaveLength(tokens * tokenLength);
    expect(content(kind, tokens)).toBe(text);
    expect(text.isWellFormed()).toBe(true);
  }
});

test.each([
  ['list', /^- /],
  ['table', /^\|/],
  ['quote', /^>/],
] as const)('a %s is one block: every line of it belongs to it', (kind, line) => {
  const lines = content(kind, 5000).split('\n').slice(0, -1);
  expect(lines.filter((each) => !line.test(each))).toEqual([]);
});

test('code is one fence that never closes', () => {
  const [first, ...rest] = content('code', 5000).split('\n');
  expect(first).toBe('```js');
  expect(rest.some((line) => line.includes('```'))).toBe(false);
});

test('mixed text has headings, lists, tables, code, quotes and links', () => {
  const text = content('mixed', 2000);
  for (const sign of ['\n## ', '\n- ', '\n1. ', '\n| --- |', '\n```js\n', '\n> ', '](https://', '\n- [x] '])
    expect(text).toContain(sign);
});

test('pieces join to the original text, and never split a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 9 }), (text, length) => {
      const cut = [...pieces(text, length)];
      expect(cut.join('')).toBe(text);
      expect(cut.every((piece) => piece.isWellFormed() && piece.length <= length + 1)).toBe(true);
    }),
  );
});
