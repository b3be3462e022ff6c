import { expect, test } from 'vitest';
import { fakeStorage } from '../testing/stored.ts';
import { fileNames } from './file-names.ts';

const entry = 'polylogue.draft.ada.c1';

test('a reloaded page says once which files of a draft it has lost [ATT-10]', () => {
  const storage = fakeStorage();
  fileNames(storage).save(entry, ['a.png', 'b.pdf']);
  expect(fileNames(storage).takeNotice('polylogue.draft.ada.new')).toBeNull();
  expect(fileNames(storage).takeNotice(entry)).toEqual({
    title: 'Not sent: a.png, b.pdf',
    text: 'Files do not survive a reload. Add them again.',
  });
  expect(fileNames(storage).takeNotice(entry)).toBeNull();
  fileNames(storage).save(entry, ['a.png', 'Pasted text.txt']);
  // The database had it just in time.
  expect(fileNames(storage).takeNotice(entry, ['Pasted text.txt'])?.title).toBe('Not sent: a.png');
});

test('there is no notice when nothing was lost, or when the entry is garbage', () => {
  const storage = fakeStorage();
  fileNames(storage).save(entry, ['a.png']);
  fileNames(storage).save(entry, []);
  expect(fileNames(storage).takeNotice(entry)).toBeNull();
  for (const garbage of ['{', '{"a":1}', '[1]', '7']) {
    const stored = fakeStorage(false, { 'polylogue.draft_files.ada.c1': garbage });
    expect(fileNames(stored).takeNotice(entry)).toBeNull();
  }
});
