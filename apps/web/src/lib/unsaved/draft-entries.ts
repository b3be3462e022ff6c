import { storage, tabStorage } from '../state/storage.ts';

const draftEntry = 'polylogue.draft';

/**
 * The storage entry of what an account, or without one a visitor, has typed and not sent in a conversation or a space;
 * without an id, in a new conversation.
 */
export const draftEntryOf = (account: string | null, id: string | null): string =>
  [draftEntry, account, id ?? (account && 'new')].filter(Boolean).join('.');

/** Each tab has an entry of its own in the browser's storage: the name of the draft's with this and the tab's id. */
export const tabMark = '~';

/** What a name of `draftEntryOf` or of a tab's entry was made from; null: it is another entry. */
export function draftParts(entry: string): string[] | null {
  const [prefix, name, ...parts] = entry.split(tabMark)[0]?.split('.') ?? [];
  return `${prefix}.${name}` === draftEntry ? parts : null;
}

/** Erases unsent text of visitors from the conversations of this browser. */
export function eraseDrafts(): void {
  for (const entry of storage.names()) {
    const parts = draftParts(entry);
    if (parts?.length === 1) storage.remove(entry);
  }
}

const erased = new Set<string>();

const accountsIn = (entry: string) => entry.split(/[.~]/);

/** Whether an account's entries were erased here: what is still on the page is in memory only. */
export const isErased = (entry: string): boolean => accountsIn(entry).some((part) => erased.has(part));

/** The account is signed in again: what is on the page may be stored. */
export const storeEntriesOf = (account: string): void => void erased.delete(account);

/** Erases what this browser and this tab store under names with an account's id: drafts, unsent posts and the like. */
export function eraseEntriesOf(account: string): void {
  erased.add(account);
  for (const area of [storage, tabStorage]) {
    for (const entry of area.names()) if (accountsIn(entry).includes(account)) area.remove(entry);
  }
}
