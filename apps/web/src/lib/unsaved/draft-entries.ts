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

/** Whether it is of an account whose drafts were erased here: what is still on the page is in memory only. */
export const isErased = (entry: string): boolean => erased.has(draftParts(entry)?.[0] ?? '');

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
