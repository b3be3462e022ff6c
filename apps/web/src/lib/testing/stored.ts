/** A browser's storage, with its contents; a full one stores nothing more. */
export function fakeStorage(isFull = false, entries: Record<string, string> = {}) {
  const stored = new Map(Object.entries(entries));
  return {
    entries: stored,
    read: (name: string) => stored.get(name) ?? null,
    write: (name: string, value: string) => (isFull ? false : stored.set(name, value) && true),
    remove: (name: string) => void stored.delete(name),
    names: () => [...stored.keys()],
  };
}

/** A clock that stands still until `pause` lets pending waits elapse. */
export function standingClock() {
  let due: (() => void) | null = null;
  return {
    pause: () => due?.(),
    clock: {
      now: () => 0,
      after(_: number, then: () => void) {
        due = then;
        return () => {
          due = null;
        };
      },
    },
  };
}

/** What a browser calls `localStorage`, empty: its entries are its own properties. */
export const fakeArea = (): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> =>
  Object.create({
    getItem(this: Record<string, string>, name: string) {
      return this[name] ?? null;
    },
    setItem(this: Record<string, string>, name: string, value: string) {
      this[name] = value;
    },
    removeItem(this: Record<string, string>, name: string) {
      delete this[name];
    },
  });
