/** Something typed on the open page, which is lost when another page replaces it. */
export interface Unsaved {
  /** A few words. */
  label: string;
  /** Asks the user whether the page may be left. */
  confirmLeave(): Promise<boolean>;
}

const held = new Set<Unsaved>();
const listeners = new Set<() => void>();

/** Returns a function to call once nothing is unsaved. */
export function registerUnsaved(unsaved: Unsaved): () => void {
  held.add(unsaved);
  return () => {
    held.delete(unsaved);
    if (held.size === 0) for (const listener of [...listeners]) listener();
  };
}

export const isUnsaved = (): boolean => held.size > 0;

/** What would be lost with the page, in a few words each. */
export const unsavedWords = (): string[] => [...held].map(({ label }) => label);

/** Calls back when the last of it is saved or discarded. */
export function whenAllSaved(listener: () => void): void {
  listeners.add(listener);
}

/** Asks about each in turn; false as soon as the user decides to stay. */
export async function mayLeavePage(): Promise<boolean> {
  for (const { confirmLeave } of [...held]) if (!(await confirmLeave())) return false;
  return true;
}
