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
