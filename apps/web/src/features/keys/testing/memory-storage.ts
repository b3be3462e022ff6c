/** An in-memory `Storage`. `room` is how many characters fit. */
export function memoryStorage(start: Record<string, string> = {}, room = Number.POSITIVE_INFINITY): Storage {
  const texts = new Map(Object.entries(start));
  const size = () => [...texts].reduce((sum, [name, text]) => sum + name.length + text.length, 0);
  return {
    get length() {
      return texts.size;
    },
    key: (at) => [...texts.keys()][at] ?? null,
    clear: () => texts.clear(),
    getItem: (name) => texts.get(name) ?? null,
    removeItem: (name) => void texts.delete(name),
    setItem(name, text) {
      const before = texts.get(name);
      texts.set(name, text);
      if (size() <= room) return;
      if (before === undefined) texts.delete(name);
      else texts.set(name, before);
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    },
  };
}

/** Behaves like a browser that forbids storage. */
export const forbiddenStorage = (): Storage => {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
};

/** Everything in it, as text. */
export const contents = (storage: Storage): string => JSON.stringify(texts(storage));

export function texts(storage: Storage): Record<string, string> {
  const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
  return Object.fromEntries(names.map((name) => [name, storage.getItem(name) ?? '']));
}
