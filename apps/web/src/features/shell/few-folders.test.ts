import { expect, test } from 'vitest';
import type { Folder } from '../conversation/index.ts';
import { fewFolders } from './few-folders.ts';

const folder = (name: string, changedAt = 0): Folder => ({
  id: name,
  name,
  color: 'straw',
  instructions: '',
  model: null,
  changedAt,
});
const folders = Array.from('abcdefghij', (name) => folder(name));
const shown = (
  all: readonly Folder[],
  open: readonly string[] = [],
  lastMessages: Readonly<Record<string, number>> = {},
) =>
  fewFolders(all, open, (id) => lastMessages[id] ?? 0)
    .map(({ name }) => name)
    .join('');

test('of many folders, those in which something happened last are listed, by name as ever [FOLDER-06]', () => {
  const lastMessages = { j: 9, b: 8, i: 7, d: 6, h: 5, f: 4, a: 3 };
  expect(shown(folders, [], lastMessages)).toBe('bdfhij');
});

test('an open folder is listed whenever it was last written to, and so is a new one [FOLDER-06]', () => {
  const lastMessages = { b: 8, c: 8, d: 8, e: 8, f: 8, g: 8 };
  expect(shown(folders, ['j'], lastMessages)).toBe('bcdefj');
  expect(shown([...folders, folder('new', 10)], [], lastMessages)).toBe('bcdefnew');
  expect(shown(folders, [...'abcdef'], { h: 2, i: 1, j: 3 })).toBe('abcdefhij');
});

test('a few folders are all listed', () => {
  expect(shown(folders.slice(0, 8))).toBe('abcdefgh');
});
