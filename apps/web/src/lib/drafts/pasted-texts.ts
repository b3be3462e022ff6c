import type { ListableStorage, SafeStorage } from '../state/storage.ts';
import { isErased, knownTabId, latestOf, tabIdOf, tabMark, textsEntryOf } from './entries.ts';
import { type LongTexts, listedIds } from './text-database.ts';

/** A pasted text beside a text box: part of its draft. */
export interface PastedText {
  id: string;
  /** Of the file that it will be. */
  name: string;
  text: string;
}

/** The pasted texts of a draft, as this browser stores them: a list in its storage, the texts in a database. */
export interface StoredTexts {
  /** Those that are stored, of this tab or of the one that was opened last. */
  read(): Promise<PastedText[]>;
  /** Stores these, and nothing else. */
  keep(texts: readonly PastedText[]): void;
  /** Stores them under another name from now on. */
  rename(entry: string): void;
  /** To be called when the saved keys have changed: a text that holds one is not stored. */
  onKeysChange(): void;
  /** The names of those that would be lost with the tab. */
  atRisk(): string[];
}

interface StoredTextsNeeds {
  /** Of the draft, as are the other two. */
  entry: string;
  earlier?: string;
  tab: Pick<SafeStorage, 'read' | 'write'>;
  browser: Pick<ListableStorage, 'read' | 'write' | 'remove' | 'names'>;
  texts: LongTexts;
  holdsKey(text: string): boolean;
}

export function storedTexts({ tab, browser, texts, holdsKey, ...needs }: StoredTextsNeeds): StoredTexts {
  let entry = textsEntryOf(needs.entry);
  const earlier = needs.earlier && textsEntryOf(needs.earlier);
  let kept: readonly PastedText[] = [];
  /** Ids of those that the database has, or is about to have. */
  const written = new Set<string>();
  /** What is there from earlier must not be removed before it has been read. */
  let isRead = false;
  const ownEntry = () => entry + tabMark + tabIdOf(tab);
  // A tab without an id has stored nothing, and gets none for that: signing out leaves the storage empty.
  const removeOwn = () => knownTabId(tab) !== null && browser.remove(ownEntry());

  function keep(all: readonly PastedText[]) {
    kept = all;
    if (isRead) store();
  }

  function store() {
    const stored = isErased(entry) ? [] : kept.filter(({ text }) => !holdsKey(text));
    const list = stored.length > 0 ? JSON.stringify(stored.map(({ id, name }) => ({ id, name }))) : null;
    if (list === null) removeOwn();
    else if (browser.read(ownEntry()) !== list) browser.write(ownEntry(), list);
    // After the list: a text that no list names is removed.
    for (const { id, text } of stored) {
      if (written.has(id)) continue;
      written.add(id);
      texts.write(id, text).catch(() => written.delete(id));
    }
    const left = new Set(stored.map(({ id }) => id));
    const gone = [...written].filter((id) => !left.has(id));
    for (const id of gone) written.delete(id);
    if (gone.length > 0) texts.removeUnlisted();
  }

  return {
    async read() {
      const own = knownTabId(tab) !== null && browser.read(ownEntry()) !== null ? ownEntry() : undefined;
      const source = own ?? latestOf(browser, entry) ?? (earlier && latestOf(browser, earlier));
      const listed = source === undefined ? [] : listedIds(browser.read(source));
      const found = await Promise.all(
        listed.map(async ({ id, name }) => ({ id, name, text: await texts.read(id).catch(() => null) })),
      );
      const read = found.filter((one): one is PastedText => one.text !== null);
      for (const { id } of read) written.add(id);
      isRead = true;
      keep([...read, ...kept]);
      if (source !== undefined && source !== ownEntry()) browser.remove(source);
      return read;
    },
    keep,
    rename(other) {
      removeOwn();
      entry = textsEntryOf(other);
      keep(kept);
    },
    onKeysChange: () => keep(kept),
    atRisk: () => kept.filter(({ id }) => !written.has(id)).map(({ name }) => name),
  };
}
