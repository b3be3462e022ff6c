import type { ListableStorage, SafeStorage } from '../state/storage.ts';
import { entriesOf, isErased, textsEntryOf } from './entries.ts';
import { type LongTexts, listedIds } from './text-database.ts';

/** A pasted text beside a text box: part of its draft. */
export interface PastedText {
  id: string;
  /** Of the file that it will be. */
  name: string;
  text: string;
}

/** The pasted texts of a draft, as this browser stores them: a list in its storage, the texts in a database. */
export interface PastedTexts {
  /** Those that are stored for this place. */
  read(): Promise<PastedText[]>;
  /** Stores these, and nothing else. */
  keep(texts: readonly PastedText[]): void;
  /** Stores them under another name from now on. */
  rename(entry: string): void;
  /** To be called when an entry of the browser's storage has changed, here or in another tab; null: all were cleared. */
  onStorageChange(name: string | null): void;
  /** To be called when other texts may be held back. */
  onHeldBackChange(): void;
  /** The names of those that would be lost with the tab. */
  atRisk(): string[];
}

interface PastedTextsNeeds {
  /** Of the draft, as is the other one. */
  entry: string;
  earlier?: string | undefined;
  /** This tab's storage: which of them were pasted in this tab. */
  tab: Pick<SafeStorage, 'read' | 'write' | 'remove'>;
  browser: Pick<ListableStorage, 'read' | 'write' | 'remove' | 'names'>;
  texts: LongTexts;
  /** Whether a text may be in this tab's memory only. */
  isHeldBack(text: string): boolean;
  /** Called with the ids of texts that another tab had pasted, and has sent or removed. */
  onGone(ids: readonly string[]): void;
}

const idsIn = (area: Pick<SafeStorage, 'read'>, entry: string): string[] =>
  listedIds(area.read(entry)).map(({ id }) => id);

export function openPastedTexts(needs: PastedTextsNeeds): PastedTexts {
  const { tab, browser, texts, isHeldBack, onGone } = needs;
  let entry = textsEntryOf(needs.entry);
  const earlier = needs.earlier && textsEntryOf(needs.earlier);
  let kept: readonly PastedText[] = [];
  /** Ids of those that this tab has, or had. */
  const known = new Set<string>();
  /** Of those, the ones that another tab has pasted: they are there as long as it has them. */
  const shown = new Set<string>();
  /** Of those that this tab has, the ones that the database has, and the ones that it is about to have. */
  const written = new Set<string>();
  const beingWritten = new Set<string>();
  /** What is there from earlier must not be removed before it has been read. */
  let isRead = false;
  /** Whether the browser has stored the list: what no list names is gone after a reload. */
  let isListed = true;

  function keep(all: readonly PastedText[]) {
    kept = all;
    for (const { id } of all) known.add(id);
    if (isRead) store(isErased(entry) ? [] : kept.filter(({ text }) => !isHeldBack(text)));
  }

  function list(area: typeof tab, some: readonly Pick<PastedText, 'id' | 'name'>[]) {
    const text = JSON.stringify(some.map(({ id, name }) => ({ id, name })));
    if (some.length === 0) area.remove(entry);
    else if (!isListed || area.read(entry) !== text) return area.write(entry, text);
    return true;
  }

  function store(stored: readonly PastedText[]) {
    const before = listedIds(browser.read(entry));
    const ofOtherTabs = before.filter(({ id }) => !known.has(id));
    const own = stored.filter(({ id }) => !shown.has(id));
    list(tab, own);
    isListed = list(browser, [...ofOtherTabs, ...stored]);
    // After the list: a text that no list names is removed.
    for (const { id, text } of stored) {
      const isStored = written.has(id) || beingWritten.has(id);
      if (isStored && before.some((one) => one.id === id)) continue;
      void write(id, text);
    }
    const left = new Set(stored.map(({ id }) => id));
    const gone = [...written, ...beingWritten].filter((id) => !left.has(id));
    for (const id of gone) {
      written.delete(id);
      beingWritten.delete(id);
    }
    if (gone.length > 0) texts.removeUnlisted();
  }

  /** A tab that closes before the database has it would lose it. */
  async function write(id: string, text: string) {
    written.delete(id);
    beingWritten.add(id);
    const isWritten = await texts.write(id, text).then(
      () => true,
      () => false,
    );
    // Unless it was sent or removed meanwhile.
    if (beingWritten.delete(id) && isWritten) written.add(id);
  }

  return {
    async read() {
      const names = [...entriesOf(browser, entry), ...entriesOf(browser, earlier)];
      const listed = new Map(
        names.flatMap((one) => listedIds(browser.read(one)).map(({ id, name }) => [id, name])),
      );
      const found = await Promise.all(
        [...listed].map(async ([id, name]) => ({ id, name, text: await texts.read(id).catch(() => null) })),
      );
      const read = found.filter((one): one is PastedText => one.text !== null);
      const own = new Set([entry, ...(earlier ? [earlier] : [])].flatMap((one) => idsIn(tab, one)));
      for (const { id } of read) {
        written.add(id);
        if (!own.has(id)) shown.add(id);
      }
      isRead = true;
      keep([...read, ...kept]);
      if (earlier) tab.remove(earlier);
      for (const one of names) if (one !== entry) browser.remove(one);
      return read;
    },
    keep,
    rename(other) {
      const all = kept;
      // First, so that what this removes is not taken for another tab's removal.
      kept = [];
      store([]);
      entry = textsEntryOf(other);
      keep(all);
    },
    onStorageChange(name) {
      if (!isRead || name !== entry || isErased(entry)) return;
      const listed = new Set(idsIn(browser, entry));
      const has = new Set(kept.map(({ id }) => id));
      // Another tab keeps what this one has sent or removed.
      for (const id of listed) if (!has.has(id)) known.delete(id);
      const missing = kept.filter(({ id, text }) => !listed.has(id) && !isHeldBack(text));
      const gone = missing.flatMap(({ id }) => (shown.has(id) ? id : []));
      if (missing.length > 0) keep(kept.filter(({ id }) => !gone.includes(id)));
      if (gone.length > 0) onGone(gone);
    },
    onHeldBackChange: () => keep(kept),
    atRisk: () => kept.filter(({ id }) => !isListed || !written.has(id)).map(({ name }) => name),
  };
}
