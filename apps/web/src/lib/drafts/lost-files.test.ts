import { expect, test } from 'vitest';
import { lostFiles } from './lost-files.ts';

function tab(written?: string) {
  const entries = new Map(written === undefined ? [] : [['polylogue.unsent_files', written]]);
  return {
    read: (name: string) => entries.get(name) ?? null,
    write: (name: string, text: string) => entries.set(name, text).has(name),
    remove: (name: string) => void entries.delete(name),
  };
}

test('a reloaded page says once which files it has lost [ATT-10]', () => {
  const storage = tab();
  lostFiles(storage).save(['a.png', 'b.pdf']);
  expect(lostFiles(storage).takeNotice()).toEqual({
    title: 'Not sent: a.png, b.pdf',
    text: 'Files do not survive a reload. Add them again.',
  });
  expect(lostFiles(storage).takeNotice()).toBeNull();
});

test('there is no notice when nothing was lost, or when the entry is garbage', () => {
  const storage = tab();
  lostFiles(storage).save(['a.png']);
  lostFiles(storage).save([]);
  expect(lostFiles(storage).takeNotice()).toBeNull();
  expect(lostFiles(tab('{')).takeNotice()).toBeNull();
  expect(lostFiles(tab('{"a":1}')).takeNotice()).toBeNull();
});
