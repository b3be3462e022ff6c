import { expect, test } from 'vitest';
import { droppedFiles } from './dropped-files.ts';

const dropped = (...names: string[]) => ({
  items: names.map((name) => ({
    webkitGetAsEntry: () => ({ name, isDirectory: !name.includes('.') }) as FileSystemEntry,
  })),
  files: names.map((name) => new File(['x'], name)),
});

test.each([
  [['a.png', 'b.pdf'], ['a.png', 'b.pdf'], null],
  [['a.png', 'Holidays'], ['a.png'], /^A folder cannot be added\./],
  [[], [], /^What you dropped could not be read\./],
])('of %j, %j is taken', (names, taken, words) => {
  const { files, refusal } = droppedFiles(dropped(...names));
  expect(files.map(({ name }) => name)).toEqual(taken);
  expect(refusal).toEqual(words && expect.stringMatching(words));
});
