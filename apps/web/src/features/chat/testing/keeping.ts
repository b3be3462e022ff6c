/** A browser's storage, with what is in it; a full one takes nothing more. */
export function shelf(isFull = false, entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries));
  return {
    kept,
    read: (name: string) => kept.get(name) ?? null,
    write: (name: string, value: string) => (isFull ? false : kept.set(name, value) && true),
    remove: (name: string) => void kept.delete(name),
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
