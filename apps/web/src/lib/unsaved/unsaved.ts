/** Something typed on the page that is open now: it dies when another page takes its place. */
export interface Unsaved {
  /** In a few words. */
  what: string;
  /** Asks the person whether the page may go. */
  ask(): Promise<boolean>;
}

const held = new Set<Unsaved>();
const listeners = new Set<() => void>();

/** Returns what to call when nothing is unsaved any more. */
export function holdUnsaved(unsaved: Unsaved): () => void {
  held.add(unsaved);
  return () => {
    held.delete(unsaved);
    if (held.size === 0) for (const listener of [...listeners]) listener();
  };
}

export const isUnsaved = (): boolean => held.size > 0;

/** What would be lost with the page, a few words each. */
export const unsavedWords = (): string[] => [...held].map(({ what }) => what);

/** Calls back when the last of it is saved or given up. */
export function whenAllSaved(listener: () => void): void {
  listeners.add(listener);
}

/** Asks one after another; false when one of them wants the page to stay. */
export async function mayLeavePage(): Promise<boolean> {
  for (const { ask } of [...held]) if (!(await ask())) return false;
  return true;
}
