import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeStorage } from '../testing/stored.ts';
import { draftEntryOf } from './entries.ts';
import { storedTexts } from './pasted-texts.ts';
import { longTexts } from './text-database.ts';

beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()));

const book = { id: 'b', name: 'Pasted text.txt', text: 'Call me Ishmael. '.repeat(60_000) };
const note = { id: 'n', name: 'Pasted text 2.txt', text: 'A note' };

let tabs = 0;
const newTab = () => fakeStorage(false, { 'polylogue.tab': `${++tabs}` });

function open(tab = newTab(), browser = fakeStorage(), entry = draftEntryOf(null, null), earlier?: string) {
  let key = 'sk-abcdefgh';
  const holdsKey = (text: string) => text.includes(key);
  const texts = longTexts(browser);
  const found = storedTexts({ entry, ...(earlier && { earlier }), tab, browser, texts, holdsKey });
  return {
    ...found,
    texts,
    tab,
    browser,
    setKey(other: string) {
      key = other;
    },
  };
}

test('a pasted text of a megabyte is there after a reload and after its tab was closed, once', async () => {
  const { read, keep, tab, browser } = open();
  expect(await read()).toEqual([]);
  keep([book, note]);
  await vi.waitFor(async () => expect(await open(tab, browser).read()).toEqual([book, note]));
  expect(await open(newTab(), browser).read()).toEqual([book, note]);
  expect(await open(newTab(), browser, draftEntryOf(null, 'c1')).read()).toEqual([]);
  // The browser's storage is small.
  expect([...browser.entries.values()].join('').length).toBeLessThan(200);
});

test('a text that was sent or removed is nowhere any more', async () => {
  const { read, keep, texts, tab, browser } = open();
  await read();
  keep([book, note]);
  await vi.waitFor(async () => expect(await texts.read('b')).toBe(book.text));
  keep([note]);
  await vi.waitFor(async () => expect(await texts.read('b')).toBeNull());
  expect(await open(tab, browser).read()).toEqual([note]);
  keep([]);
  expect(browser.entries.size).toBe(0);
});

test('a tab that has stored nothing leaves nothing, not even its id', async () => {
  const { read, keep, onKeysChange, tab, browser } = open(fakeStorage());
  await read();
  keep([]);
  onKeysChange();
  expect([...tab.entries.keys(), ...browser.entries.keys()]).toEqual([]);
});

test('what was pasted before the stored ones were read does not replace them', async () => {
  const first = open();
  await first.read();
  first.keep([book]);
  await vi.waitFor(async () => expect(await first.texts.read('b')).toBe(book.text));
  const again = open(first.tab, first.browser);
  const reading = again.read();
  again.keep([note]);
  expect(await reading).toEqual([book]);
  expect(await open(first.tab, first.browser).read()).toEqual([book, note]);
});

test('it follows its draft to the conversation that begins, and from a visitor to the account', async () => {
  const { read, keep, rename, tab, browser } = open();
  await read();
  keep([note]);
  rename(draftEntryOf(null, 'c1'));
  expect(await open(tab, browser).read()).toEqual([]);
  await vi.waitFor(async () => {
    const account = open(newTab(), browser, draftEntryOf('ada', 'c1'), draftEntryOf(null, 'c1'));
    expect(await account.read()).toEqual([note]);
  });
});

test('a text that holds a saved key is in memory only, and would be lost with the tab [SEND-09]', async () => {
  const { read, keep, onKeysChange, setKey, atRisk, texts, browser } = open();
  await read();
  keep([{ ...note, text: 'My key is sk-abcdefgh' }]);
  expect([atRisk(), browser.entries.size]).toEqual([[note.name], 0]);
  keep([note]);
  expect(atRisk()).toEqual([]);
  await vi.waitFor(async () => expect(await texts.read('n')).toBe('A note'));
  setKey('A note');
  onKeysChange();
  expect(atRisk()).toEqual([note.name]);
  await vi.waitFor(async () => expect(await texts.read('n')).toBeNull());
});

test('where the browser has no database, leaving would lose it', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const { read, keep, atRisk } = open();
  await read();
  keep([note]);
  await vi.waitFor(() => expect(atRisk()).toEqual([note.name]));
});
