import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeStorage } from '../testing/stored.ts';
import { draftEntryOf, textsEntryOf } from './entries.ts';
import { openPastedTexts } from './pasted-texts.ts';
import { longTexts } from './text-database.ts';

beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()));

const book = { id: 'b', name: 'Pasted text.txt', text: 'Call me Ishmael. '.repeat(60_000) };
const note = { id: 'n', name: 'Pasted text 2.txt', text: 'A note' };

/** Opened in a tab of its own, unless it is given. */
function open(
  browser = fakeStorage(),
  entry = draftEntryOf(null, null),
  earlier?: string,
  tab = fakeStorage(),
) {
  const gone: string[] = [];
  let key = 'sk-abcdefgh';
  const isHeldBack = (text: string) => text.includes(key);
  const texts = longTexts(browser);
  const found = openPastedTexts({
    ...{ entry, earlier, tab, browser, texts, isHeldBack },
    onGone: (ids) => gone.push(...ids),
  });
  return {
    ...found,
    texts,
    browser,
    tab,
    gone,
    heard: () => found.onStorageChange(textsEntryOf(entry)),
    setKey(other: string) {
      key = other;
    },
  };
}

test('a pasted text of a megabyte is there after a reload and after its tab was closed, once', async () => {
  const { read, keep, browser } = open();
  expect(await read()).toEqual([]);
  keep([book, note]);
  await vi.waitFor(async () => expect(await open(browser).read()).toEqual([book, note]));
  expect(await open(browser).read()).toEqual([book, note]);
  expect(await open(browser, draftEntryOf(null, 'c1')).read()).toEqual([]);
  // The browser's storage is small.
  expect([...browser.entries.values()].join('').length).toBeLessThan(200);
});

test('a text that was sent or removed is nowhere any more', async () => {
  const { read, keep, texts, browser } = open();
  await read();
  keep([book, note]);
  await vi.waitFor(async () => expect(await texts.read('b')).toBe(book.text));
  keep([note]);
  await vi.waitFor(async () => expect(await texts.read('b')).toBeNull());
  expect(await open(browser).read()).toEqual([note]);
  keep([]);
  expect(browser.entries.size).toBe(0);
  await vi.waitFor(async () => expect(await texts.read('n')).toBeNull());
});

test('a pasted text would be lost with the tab until the database has it', async () => {
  const { read, keep, atRisk, texts, browser } = open();
  await read();
  keep([note]);
  expect(atRisk()).toEqual([note.name]);
  await vi.waitFor(() => expect(atRisk()).toEqual([]));
  expect(await texts.read('n')).toBe(note.text);
  // Sent while it was being written.
  keep([note, book]);
  keep([note]);
  await vi.waitFor(async () => expect(await open(browser).read()).toEqual([note]));
  expect(atRisk()).toEqual([]);
});

test('a tab that has stored nothing leaves nothing', async () => {
  const { read, keep, onHeldBackChange, browser } = open();
  await read();
  keep([]);
  onHeldBackChange();
  expect([...browser.entries.keys()]).toEqual([]);
});

test('of two tabs at one place neither loses what the other has pasted', async () => {
  const first = open();
  await first.read();
  const second = open(first.browser);
  await second.read();
  first.keep([book]);
  second.keep([note]);
  await vi.waitFor(async () => expect(await open(first.browser).read()).toEqual([book, note]));
  // Sent.
  first.keep([]);
  expect(await open(first.browser).read()).toEqual([note]);
});

test('what a tab has pasted stays stored when another tab, which only shows it, removes or sends it', async () => {
  const first = open();
  await first.read();
  first.keep([book]);
  await vi.waitFor(() => expect(first.atRisk()).toEqual([]));
  // Also after a reload.
  const again = open(first.browser, undefined, undefined, first.tab);
  expect(await again.read()).toEqual([book]);
  const second = open(first.browser);
  expect(await second.read()).toEqual([book]);
  second.keep([]);
  again.heard();
  expect(again.atRisk()).toEqual([book.name]);
  await vi.waitFor(() => expect(again.atRisk()).toEqual([]));
  expect([again.gone, await open(first.browser).read()]).toEqual([[], [book]]);
  // Nor is it removed once more.
  second.heard();
  second.keep([note]);
  await vi.waitFor(async () => expect(await open(first.browser).read()).toEqual([book, note]));
});

test('a text that a tab only shows is gone once the tab that had pasted it sends it', async () => {
  const first = open();
  await first.read();
  first.keep([book, note]);
  await vi.waitFor(() => expect(first.atRisk()).toEqual([]));
  const second = open(first.browser);
  expect(await second.read()).toEqual([book, note]);
  first.keep([note]);
  second.heard();
  expect([second.gone, second.atRisk()]).toEqual([[book.id], []]);
  expect(await open(first.browser).read()).toEqual([note]);
  // One that holds a key by now is in memory only, and stays there.
  second.setKey('A note');
  second.onHeldBackChange();
  second.heard();
  expect(second.gone).toEqual([book.id]);
});

test('what the page of an earlier version has listed for each tab is found', async () => {
  const { texts, browser } = open();
  await texts.write('b', book.text);
  await texts.write('n', note.text);
  browser.write('polylogue.draft_texts~mb1', `[{"id":"b","name":"${book.name}"}]`);
  browser.write('polylogue.draft_texts~mb2', `[{"id":"n","name":"${note.name}"}]`);
  expect(await open(browser).read()).toEqual([note, book]);
  expect(browser.names()).toEqual(['polylogue.draft_texts']);
});

test('what was pasted before the stored ones were read does not replace them', async () => {
  const first = open();
  await first.read();
  first.keep([book]);
  await vi.waitFor(async () => expect(await first.texts.read('b')).toBe(book.text));
  const again = open(first.browser);
  const reading = again.read();
  again.keep([note]);
  expect(await reading).toEqual([book]);
  expect(await open(first.browser).read()).toEqual([book, note]);
});

test('it follows its draft to the conversation that begins, and from a visitor to the account', async () => {
  const { read, keep, rename, browser } = open();
  await read();
  keep([note]);
  rename(draftEntryOf(null, 'c1'));
  expect(await open(browser).read()).toEqual([]);
  await vi.waitFor(async () => {
    const account = open(browser, draftEntryOf('ada', 'c1'), draftEntryOf(null, 'c1'));
    expect(await account.read()).toEqual([note]);
  });
});

test('a text that holds a saved key is in memory only, and would be lost with the tab [SEND-09]', async () => {
  const { read, keep, onHeldBackChange, setKey, atRisk, texts, browser } = open();
  await read();
  keep([{ ...note, text: 'My key is sk-abcdefgh' }]);
  expect([atRisk(), browser.entries.size]).toEqual([[note.name], 0]);
  keep([note]);
  await vi.waitFor(() => expect(atRisk()).toEqual([]));
  expect(await texts.read('n')).toBe('A note');
  setKey('A note');
  onHeldBackChange();
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

test('where the browser is full, leaving would lose a pasted text, until there is room again', async () => {
  const { read, keep, atRisk, texts, browser } = open(fakeStorage(true));
  await read();
  keep([note]);
  await vi.waitFor(async () => expect(await texts.read('n')).toBe(note.text));
  expect(atRisk()).toEqual([note.name]);
  browser.write = (name, value) => browser.entries.set(name, value) && true;
  keep([note]);
  await vi.waitFor(() => expect(atRisk()).toEqual([]));
});
