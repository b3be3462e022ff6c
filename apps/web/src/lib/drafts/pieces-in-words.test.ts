import { expect, test } from 'vitest';
import { piecesInWords } from './pieces-in-words.ts';

const pieces = (...nouns: string[]) => nouns.map((noun) => ({ noun, title: noun }));
const manyPieces = Array.from({ length: 3000 }, () => 'conversation');

test.each([
  [pieces('conversation'), '1 conversation'],
  [pieces('conversation', 'conversation', 'folder'), '2 conversations and 1 folder'],
  [
    pieces('saved search', 'instructions', 'saved search', 'budget'),
    '2 saved searches, instructions, and 1 budget',
  ],
  [pieces(...manyPieces, 'folder'), '3,000 conversations and 1 folder'],
])('what only this browser has is counted by its kind: %o', (all, words) => {
  expect(piecesInWords(all)).toBe(words);
});
