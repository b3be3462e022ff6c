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
function draftParts(entry: string): string[] | null {
  const [prefix, name, ...parts] = entry.split(tabMark)[0]?.split('.') ?? [];
  return `${prefix}.${name}` === draftEntry ? parts : null;
}

/** Drafts in the browser's storage of which the parts of the name are as wanted, without repeats. */
function drafts(isMeant: (parts: readonly string[]) => boolean): string[] {
  const names = storage.names().filter((entry) => {
    const parts = draftParts(entry);
    return parts && isMeant(parts);
  });
  return [...new Set(names.flatMap((entry) => storage.read(entry)?.trim() || []))];
}

const isOfVisitor = ({ length }: readonly string[]) => length < 2;

/** Unsent text of this account and of visitors, in this browser's conversations and in new ones. */
export const unsentDrafts = (account: string | null): string[] =>
  drafts((parts) => isOfVisitor(parts) || parts[0] === account);

/** How many unsent texts of other accounts this browser has. */
export const othersDrafts = (account: string | null): number =>
  drafts((parts) => !isOfVisitor(parts) && parts[0] !== account).length;

/** Erases unsent text of visitors from the conversations of this browser. */
export function eraseDrafts(): void {
  for (const entry of storage.names()) {
    const parts = draftParts(entry);
    if (parts?.length === 1) storage.remove(entry);
  }
}

/** Erases what this browser and this tab store under names with an account's id: drafts, unsent posts and the like. */
export function eraseEntriesOf(account: string): void {
  for (const area of [storage, tabStorage]) {
    for (const entry of area.names()) if (entry.split(/[.~]/).includes(account)) area.remove(entry);
  }
}

let isAbandoned = false;
const holders = new Set<() => string | null>();

/** For code holding work that would be lost with this document: `describe` names it in a few words, or returns null. */
export function registerUnsavedWork(describe: () => string | null): void {
  holders.add(describe);
}

/** What would be lost if this document ended now, in a few words each. */
export function unsavedWork(): string[] {
  return [...holders].flatMap((describe) => describe() ?? []);
}

const senders = new Set<() => Promise<void>>();

/** Registers a function that can still save such work. */
export function registerWorkFlush(send: () => Promise<void>): void {
  senders.add(send);
}

/** Saves as much as it can within this many milliseconds. Never rejects. */
export async function flushWork(timeout: number): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, timeout));
  await Promise.race([Promise.allSettled([...senders].map((send) => send())), late]);
}

/** The user has agreed to lose it: do not ask again. */
export function abandonWork(): void {
  isAbandoned = true;
  // A page restored from the back/forward cache still has its work.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) isAbandoned = false;
  });
}

export const isWorkAbandoned = (): boolean => isAbandoned;
