import { expect, test } from 'vitest';
import { fileWords } from './file-words.ts';

test.each([
  ['report.pdf', 'application/pdf', 1_234_567, 'PDF · 1.2 MB'],
  ['notes.txt', 'text/plain', 900, 'TXT · 900 bytes'],
  ['Makefile', 'text/plain', 2_000, 'Text · 2 kB'],
  ['IMG_1.jpeg', 'image/jpeg', 4_000_000, 'JPEG · 3.8 MB'],
  ['photo', 'image/png', 40_000, 'Picture · 39 kB'],
])('%s: its type and its size [ATT-09]', (name, mediaType, size, words) => {
  expect(fileWords({ name, mediaType, size })).toBe(words);
});

test('a guessed encoding is shown [ATT-12]', () => {
  const file = { name: 'old.txt', mediaType: 'text/plain', size: 900, readAs: 'Windows-1252' };
  expect(fileWords(file)).toBe('TXT · 900 bytes · read as Windows-1252');
});
