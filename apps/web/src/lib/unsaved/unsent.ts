import { storage } from '../state/storage.ts';

/** The storage entry in which another page of this tab passes the first message of a conversation to the chat. */
export const beginEntry = 'polylogue.begin';
/** The storage entry in which the chat stores text that is typed but not sent. */
export const draftEntry = 'polylogue.draft';

const isOfConversation = (entry: string) => entry.startsWith(`${draftEntry}.`);

function draftEntries(): string[] {
  try {
    return Object.keys(localStorage).filter(isOfConversation);
  } catch {
    return [];
  }
}

/** Text that is typed but not sent, in this browser's conversations and in a new one. */
export const unsentDrafts = (): string[] =>
  [draftEntry, ...draftEntries()].flatMap((entry) => storage.read(entry)?.trim() || []);

/** Erases unsent text from the conversations of this browser. */
export function eraseDrafts(): void {
  for (const entry of draftEntries()) storage.remove(entry);
}

let isGivenUp = false;
const holders = new Set<() => string | null>();

/** For code holding work that would be lost with this document: `tell` describes it in a few words, or returns null. */
export function holdsWork(tell: () => string | null): void {
  holders.add(tell);
}

/** What would be lost if this document ended now, in a few words each. */
export function unsavedWork(): string[] {
  return [...holders].flatMap((tell) => tell() ?? []);
}

const senders = new Set<() => Promise<void>>();

/** For code that can still save such work. */
export function sendsWork(send: () => Promise<void>): void {
  senders.add(send);
}

/** Saves what it can within this many milliseconds. Never rejects. */
export async function sendWork(patience: number): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, patience));
  await Promise.race([Promise.allSettled([...senders].map((send) => send())), late]);
}

/** The person was told what will be lost and agreed: do not ask again. */
export function giveWorkUp(): void {
  isGivenUp = true;
  // A page restored from the back/forward cache still has its work.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) isGivenUp = false;
  });
}

export const isWorkGivenUp = (): boolean => isGivenUp;
