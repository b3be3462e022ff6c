/** Something typed on the open page, which is lost when another page replaces it. */
export interface Unsaved {
  /** A few words. */
  what: string;
  /** Asks the person whether the page may be left. */
  ask(): Promise<boolean>;
}

const held = new Set<Unsaved>();
const listeners = new Set<() => void>();

/** Returns a function to call once nothing is unsaved. */
export function holdUnsaved(unsaved: Unsaved): () => void {
  held.add(unsaved);
  return () => {
    held.delete(unsaved);
    if (held.size === 0) for (const listener of [...listeners]) listener();
  };
}

export const isUnsaved = (): boolean => held.size > 0;

/** What would be lost with the page, in a few words each. */
export const unsavedWords = (): string[] => [...held].map(({ what }) => what);

/** Calls back when the last of it is saved or discarded. */
export function whenAllSaved(listener: () => void): void {
  listeners.add(listener);
}

/** Asks about each in turn; false as soon as the person decides to stay. */
export async function mayLeavePage(): Promise<boolean> {
  for (const { ask } of [...held]) if (!(await ask())) return false;
  return true;
}
