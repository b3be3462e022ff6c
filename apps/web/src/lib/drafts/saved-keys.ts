import { live } from '../state/live.ts';

// No draft may hold a saved key. The code that knows the keys registers here how to find them, so that nothing else
// reads one.

interface Registered {
  /** The text with saved keys masked; the same text when it contains none. */
  mask(text: string): string;
  /** Calls back when other keys are saved. */
  listen(listener: () => void): unknown;
}

let registered: Registered | null = null;
let load: () => Promise<unknown> = async () => {};
const changes = live<number, 'changed'>(0, (count) => count + 1);

export function registerKeys(keys: Registered): void {
  registered = keys;
  // Later: that the keys are gone may be the first sign that this browser was cleared, drafts included.
  keys.listen(() => queueMicrotask(() => changes.dispatch('changed')));
  changes.dispatch('changed');
}

/** For pages that work without the code that knows the keys: how it is fetched. */
export function registerKeysLoader(loader: () => Promise<unknown>): void {
  load = loader;
}

/** Notifies when a text may hold a key that it did not hold before, or no longer does. */
export const savedKeysChanged: Pick<typeof changes, 'listen'> = changes;

/** Rejects when the code that knows the keys could not be fetched. */
export async function loadSavedKeys(): Promise<void> {
  if (!registered) await load();
}

export const areKeysKnown = (): boolean => registered !== null;

/** Without the code that knows the keys, a text holds none. */
export const withKeysMasked = (text: string): string => registered?.mask(text) ?? text;

export const holdsKey = (text: string): boolean => withKeysMasked(text) !== text;

/** Shown instead of storing a text that holds a key. */
export const keyInText = {
  title: 'This looks like your API key',
  text: 'It is neither stored nor sent. Take it out first.',
};
/** The same, beside where it was typed. */
export const keyInField = 'This looks like your API key: it is neither stored nor sent. Take it out first.';

/** Shown instead of sending a text that holds a key. */
export const keyNotice = (what: 'message' | 'edit', act: () => void) => ({
  title: 'This looks like your API key',
  text: `Your ${what} was not sent and is not stored. It will be gone when you reload or leave this page.`,
  tone: 'destructive' as const,
  action: { label: 'Send with the key hidden', act },
});
