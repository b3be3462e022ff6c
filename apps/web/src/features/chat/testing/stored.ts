/** A browser's storage, with what is in it; a full one takes nothing more. */
export function shelf(isFull = false, entries: Record<string, string> = {}) {
  const stored = new Map(Object.entries(entries));
  return {
    entries: stored,
    read: (name: string) => stored.get(name) ?? null,
    write: (name: string, value: string) => (isFull ? false : stored.set(name, value) && true),
    remove: (name: string) => void stored.delete(name),
  };
}

/** A clock that stands until `pause` lets pass what somebody waits for. */
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
