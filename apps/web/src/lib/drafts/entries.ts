import { type ListableStorage, storage, tabStorage } from '../state/storage.ts';

const draftEntry = 'polylogue.draft';

/**
 * The storage entry of what an account, or without one a visitor, has typed and not sent in a conversation or a space;
 * without an id, in a new conversation.
 */
export const draftEntryOf = (account: string | null, id: string | null): string =>
  [draftEntry, account, id ?? (account && 'new')].filter(Boolean).join('.');

const beside = (kind: string) => (entry: string) => `${draftEntry}_${kind}${entry.slice(draftEntry.length)}`;

/**
 * Beside the text of a draft, by its entry: the list of its pasted texts, how it is to be sent, the names of its files, the
 * edits of messages there.
 */
export const textsEntryOf = beside('texts');
export const optionsEntryOf = beside('options');
export const filesEntryOf = beside('files');
export const editsEntryOf = beside('edits');

export const isTextsEntry = (entry: string): boolean => entry.startsWith(textsEntryOf(draftEntry));

/** Follows the name of a draft in the names of texts that wait at its place, before something of its own. */
const waitingMark = '~';

/** The entry of the draft at whose place the text of an entry waits. */
const placeOf = (entry: string): string => entry.split(waitingMark)[0] ?? entry;

/** An entry for a text that waits at the place of a draft; later ones are greater. */
export const waitingEntryOf = (entry: string): string =>
  `${entry}${waitingMark}${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

/** The entries of a place: that of the draft, then those of texts that wait, the last one first. */
export function entriesOf(browser: Pick<ListableStorage, 'names'>, entry: string | undefined): string[] {
  return browser
    .names()
    .filter((one) => placeOf(one) === entry)
    .sort((a, b) => (a === entry || (b !== entry && a > b) ? -1 : 1));
}

/** Of a draft or of something beside it: the account and the id, a visitor's id alone, or neither. */
export const partsOf = (entry: string): string[] => placeOf(entry).split('.').slice(2);

const isOfDraft = (entry: string) => entry.startsWith(draftEntry);

/** Whether it is a draft or a text that waits, not something beside one. */
export const isDraftEntry = (entry: string): boolean =>
  isOfDraft(entry) && !entry.startsWith(`${draftEntry}_`);

function erase(isMeant: (parts: readonly string[]) => boolean) {
  for (const area of [storage, tabStorage])
    for (const entry of area.names()) if (isOfDraft(entry) && isMeant(partsOf(entry))) area.remove(entry);
}

/** Erases unsent text of visitors from the conversations of this browser and this tab. */
export const eraseDrafts = (): void => erase(({ length }) => length === 1);

const erased = new Set<string>();

/** Whether it is of an account whose drafts were erased here: what is still on the page is in memory only. */
export const isErased = (entry: string): boolean => erased.has(partsOf(entry)[0] ?? '');

/** The account is signed in again: what is on the page may be stored. */
export const storeDraftsOf = (account: string): void => void erased.delete(account);

/** Erases what an account has typed and not sent, and how it was to be posted, from this browser and this tab. */
export function eraseDraftsOf(account: string): void {
  erased.add(account);
  erase(([owner]) => owner === account);
}
