/** A browser storage that never throws. */
export interface SafeStorage {
  /** The value, or null. What the browser could not store is kept until the tab closes. */
  read(name: string): string | null;
  /** Returns whether the browser has stored it: false if storage is full, forbidden or missing. */
  write(name: string, value: string): boolean;
  remove(name: string): void;
  /** Calls back after each change in this tab or another; null means that anything may have changed. */
  listen(listener: (name: string | null) => void): () => void;
}

export interface ListableStorage extends SafeStorage {
  /** The names of all entries. */
  names(): string[];
}

/** `open` may throw: a browser that forbids storage throws on mere access. */
export function safeStorage(open: () => Storage): ListableStorage {
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
    names: () => [...new Set([...(attempt(Object.keys) ?? []), ...notStored.keys()])],
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

/** The storage shared by all tabs of this browser. */
export const storage = safeStorage(() => localStorage);

/** The storage of this tab alone. */
export const tabStorage = safeStorage(() => sessionStorage);
