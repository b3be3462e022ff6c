import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storage, tabStorage } from '../state/storage.ts';
import { fakeArea } from '../testing/stored.ts';
import {
  draftEntryOf,
  editsEntryOf,
  eraseDrafts,
  eraseDraftsOf,
  storeDraftsOf,
  textsEntryOf,
} from './entries.ts';
import { othersDrafts, unsentDrafts, unsentPasted } from './unsent-drafts.ts';

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeArea());
  // What other tests could not store is in memory.
  for (const entry of storage.names()) storage.remove(entry);
  for (const entry of tabStorage.names()) tabStorage.remove(entry);
});
afterEach(() => {
  vi.unstubAllGlobals();
  // Other tests share this module.
  storeDraftsOf('ada');
});

test('nobody is shown what another account has typed in this browser', () => {
  storage.write(`${draftEntryOf(null, null)}~1`, 'A visitor');
  storage.write(`${draftEntryOf(null, 'c1')}~1`, 'A visitor, in a conversation');
  storage.write(`${draftEntryOf('ada', null)}~1`, 'Ada');
  storage.write(`${draftEntryOf('ada', 's1')}~1`, 'Ada, in a space');
  storage.write('polylogue.draft_options.ada.s1~1', '{}');
  const visitors = ['A visitor', 'A visitor, in a conversation'];
  expect([unsentDrafts('ada').sort(), othersDrafts('ada')]).toEqual([
    [...visitors, 'Ada', 'Ada, in a space'].sort(),
    0,
  ]);
  expect([unsentDrafts('bob').sort(), othersDrafts('bob')]).toEqual([visitors, 2]);
  for (const account of [null, 'ada']) tabStorage.write(editsEntryOf(draftEntryOf(account, 'c1')), '{}');
  eraseDrafts();
  expect(tabStorage.names()).toEqual(['polylogue.draft_edits.ada.c1']);
  expect(unsentDrafts('ada').sort()).toEqual(['A visitor', 'Ada', 'Ada, in a space']);
  eraseDraftsOf('ada');
  expect(tabStorage.names()).toEqual([]);
  expect(storage.names()).toEqual([`${draftEntryOf(null, null)}~1`]);
});

test('a pasted text beside an empty box is named before it is lost, to its owner only [ATT-14]', () => {
  const paste = (account: string | null, id: string, name: string) =>
    storage.write(textsEntryOf(draftEntryOf(account, id)), JSON.stringify([{ id: name, name }]));
  paste('ada', 's1', 'Pasted text.txt');
  paste('ada', 'c1', 'Pasted text.txt');
  paste(null, 'c1', 'Pasted text 2.txt');
  expect([unsentPasted('ada').sort(), othersDrafts('ada')]).toEqual([
    ['Pasted text 2.txt', 'Pasted text.txt', 'Pasted text.txt'],
    0,
  ]);
  expect([unsentPasted('bob'), othersDrafts('bob')]).toEqual([['Pasted text 2.txt'], 2]);
});
