import { storage } from '../state/storage.ts';

/** The storage entry of this tab in which another page hands the first message of a conversation over to the chat. */
export const beginEntry = 'polylogue.begin';
/** The storage entry in which the chat keeps what is typed and not sent. */
export const draftEntry = 'polylogue.draft';

const isOfConversation = (entry: string) => entry.startsWith(`${draftEntry}.`);

function draftEntries(): string[] {
  try {
    return Object.keys(localStorage).filter(isOfConversation);
  } catch {
    return [];
  }
}

/** What is typed and not sent, in the conversations of this browser and in a new one. */
export const unsentDrafts = (): string[] =>
  [draftEntry, ...draftEntries()].flatMap((entry) => storage.read(entry)?.trim() || []);

/** Erases what is typed and not sent in the conversations of this browser. */
export function eraseDrafts(): void {
  for (const entry of draftEntries()) storage.remove(entry);
}

let isGivenUp = false;
const holders = new Set<() => string | null>();

/** For anyone who holds work that dies with this document: `tell` names it in a few words, or is null when there is none. */
export function holdsWork(tell: () => string | null): void {
  holders.add(tell);
}

/** What would be lost if this document ended now, a few words each. */
export function unsavedWork(): string[] {
  return [...holders].flatMap((tell) => tell() ?? []);
}

const senders = new Set<() => Promise<void>>();

/** For anyone who can still bring such work to safety. */
export function sendsWork(send: () => Promise<void>): void {
  senders.add(send);
}

/** Brings to safety what can be, in so many milliseconds at most. Never rejects. */
export async function sendWork(patience: number): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, patience));
  await Promise.race([Promise.allSettled([...senders].map((send) => send())), late]);
}

/** The person was told what will be lost and agreed: nobody asks again. */
export function giveWorkUp(): void {
  isGivenUp = true;
  // Frozen by the browser and come back to, the page has its work still.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) isGivenUp = false;
  });
}

export const isWorkGivenUp = (): boolean => isGivenUp;
