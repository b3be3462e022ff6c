/** A storage of the browser that never throws. */
export interface SafeStorage {
  /** The value, or null. What the browser did not store is still here until the tab closes. */
  read(name: string): string | null;
  /** Answers whether the browser has stored it: false when storage is full, forbidden or absent. */
  write(name: string, value: string): boolean;
  remove(name: string): void;
  /** Calls back after each change in this tab or another; null stands for "anything may have changed". */
  listen(listener: (name: string | null) => void): () => void;
}

/** `open` may throw: a browser that forbids storage throws at the very mention of it. */
export function safeStorage(open: () => Storage): SafeStorage {
  const notStored = new Map<string, string>();
  const listeners = new Set<(name: string | null) => void>();

  function attempt<Result>(act: (storage: Storage) => Result): Result | undefined {
    try {
      return act(open());
    } catch {
      return undefined;
    }
  }

  function changed(name: string | null) {
    for (const listener of [...listeners]) listener(name);
  }

  function changedElsewhere(event: StorageEvent) {
    if (event.storageArea !== attempt((storage) => storage)) return;
    if (event.key === null) notStored.clear();
    else notStored.delete(event.key);
    changed(event.key);
  }

  return {
    read: (name) => notStored.get(name) ?? attempt((storage) => storage.getItem(name)) ?? null,
    write(name, value) {
      const isStored = attempt((storage) => storage.setItem(name, value) ?? true) === true;
      if (isStored) notStored.delete(name);
      else notStored.set(name, value);
      changed(name);
      return isStored;
    },
    remove(name) {
      notStored.delete(name);
      attempt((storage) => storage.removeItem(name));
      changed(name);
    },
    listen(listener) {
      if (listeners.size === 0) addEventListener('storage', changedElsewhere);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) removeEventListener('storage', changedElsewhere);
      };
    },
  };
}

/** What this browser stores for us, shared by every tab. */
export const storage = safeStorage(() => localStorage);
