import { type ListableStorage, type SafeStorage, storage, tabStorage } from '../state/storage.ts';

const draftEntry = 'polylogue.draft';

/**
 * The storage entry of what an account, or without one a visitor, has typed and not sent in a conversation or a space;
 * without an id, in a new conversation.
 */
export const draftEntryOf = (account: string | null, id: string | null): string =>
  [draftEntry, account, id ?? (account && 'new')].filter(Boolean).join('.');

const textsPrefix = 'polylogue.draft_texts';

/** The entry that lists the pasted texts of a draft, by that of the draft. */
export const textsEntryOf = (entry: string): string => textsPrefix + entry.slice(draftEntry.length);

export const isTextsEntry = (entry: string): boolean => textsParts(entry) !== null;

/** Each tab has an entry of its own in the browser's storage: the name of the draft's with this and the tab's id. */
export const tabMark = '~';

const tabEntry = 'polylogue.tab';

/** Ids of tabs opened later are greater. */
const newTabId = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

/** The id of the tab with this storage; null: it has stored nothing yet. */
export const knownTabId = (tab: Pick<SafeStorage, 'read'>): string | null => tab.read(tabEntry);

export function tabIdOf(tab: Pick<SafeStorage, 'read' | 'write'>): string {
  const known = knownTabId(tab);
  if (known !== null) return known;
  const id = newTabId();
  tab.write(tabEntry, id);
  return id;
}

/** Of a draft's entries in the browser's storage, that of the tab that was opened last. */
export const latestOf = (browser: Pick<ListableStorage, 'names'>, entry: string | undefined) =>
  browser
    .names()
    .filter((one) => one === entry || one.startsWith(entry + tabMark))
    .sort()
    .at(-1);

/** What a name of `draftEntryOf` or of a tab's entry was made from; null: it is another entry. */
export const draftParts = (entry: string): string[] | null => partsOf(entry, draftEntry);

/** The same of an entry that lists pasted texts. */
const textsParts = (entry: string): string[] | null => partsOf(entry, textsPrefix);

function partsOf(entry: string, kind: string): string[] | null {
  const [prefix, name, ...parts] = entry.split(tabMark)[0]?.split('.') ?? [];
  return `${prefix}.${name}` === kind ? parts : null;
}

/** Erases unsent text of visitors from the conversations of this browser. */
export function eraseDrafts(): void {
  for (const entry of storage.names()) {
    const parts = draftParts(entry) ?? textsParts(entry);
    if (parts?.length === 1) storage.remove(entry);
  }
}

const erased = new Set<string>();

/** Whether it is of an account whose drafts were erased here: what is still on the page is in memory only. */
export const isErased = (entry: string): boolean =>
  erased.has((draftParts(entry) ?? textsParts(entry))?.[0] ?? '');

/** The account is signed in again: what is on the page may be stored. */
export const storeDraftsOf = (account: string): void => void erased.delete(account);

/** Erases what an account has typed and not sent, and how it was to be posted, from this browser and this tab. */
export function eraseDraftsOf(account: string): void {
  erased.add(account);
  for (const area of [storage, tabStorage]) {
    for (const entry of area.names()) {
      if (entry.startsWith(draftEntry) && entry.split('.')[2] === account) area.remove(entry);
    }
  }
}
