import { expect, test, vi } from 'vitest';
import { isLong, pastedFiles, pastedText } from './pasted-files.ts';

const clipboard = (names: readonly string[], text: string | null) => ({
  files: names.map((name) => new File(['x'], name)),
  types: [...(text === null ? [] : ['text/plain']), 'Files'],
  getData: () => text ?? '',
});
const namesOf = (files: readonly File[]) => files.map(({ name }) => name);

test('files on their own are files', () => {
  expect(namesOf(pastedFiles(clipboard(['a.png', 'b.png'], null)))).toEqual(['a.png', 'b.png']);
});

test('files next to their names, as a file manager copies them, are files [ATT-01]', () => {
  expect(namesOf(pastedFiles(clipboard(['a.png'], 'a.png')))).toEqual(['a.png']);
  const both = pastedFiles(clipboard(['a.png', 'b c.pdf'], '/home/ada/a.png\n/home/ada/b c.pdf\n'));
  expect(namesOf(both)).toEqual(['a.png', 'b c.pdf']);
});

test('a picture of a text, as office programs copy it with the text, is not a file', () => {
  expect(pastedFiles(clipboard(['image.png'], 'Dear Ada,\nhow are you?'))).toEqual([]);
  expect(pastedFiles(clipboard(['image.png'], ''))).toEqual([]);
});

test('a pasted text is not searched for the names of files where there are none', () => {
  const getData = vi.fn(() => 'x\n'.repeat(1_000_000));
  expect(pastedFiles({ files: [], types: ['text/plain'], getData })).toEqual([]);
  expect(getData).not.toHaveBeenCalled();
});

test.each([
  [9_999, false],
  [10_000, true],
])('a text of %d characters is better off in a file: %s [ATT-14]', (length, isFile) => {
  const text = 'x'.repeat(length);
  expect(isLong(text)).toBe(isFile);
  expect(pastedText({ files: [], types: ['text/plain'], getData: () => text })).toBe(isFile ? text : null);
});
