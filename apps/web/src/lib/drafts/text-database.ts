import { jsonIn } from '../state/json-in.ts';
import { type ListableStorage, storage } from '../state/storage.ts';
import { isTextsEntry } from './entries.ts';

/** Texts that are too long for the browser's storage, by id. */
export interface LongTexts {
  read(id: string): Promise<string | null>;
  write(id: string, text: string): Promise<void>;
  /** Removes those that no draft of this browser lists any more. */
  removeUnlisted(): void;
}

const name = 'polylogue.pasted';
const store = 'texts';

/** The texts that an entry of the browser's storage lists. */
export function listedIds(entry: string | null): { id: string; name: string }[] {
  const list = jsonIn(entry);
  if (!Array.isArray(list)) return [];
  return list.filter(
    (one): one is { id: string; name: string } =>
      typeof one?.id === 'string' && typeof one?.name === 'string',
  );
}

export function longTexts(browser: Pick<ListableStorage, 'read' | 'names'>): LongTexts {
  function opened(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(store);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }

  /** Opened for each: signing out deletes the database, and must not wait for this page. */
  async function within<Result>(
    mode: IDBTransactionMode,
    act: (texts: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> {
    const database = await opened();
    try {
      return await new Promise<Result>((resolve, reject) => {
        const transaction = database.transaction(store, mode);
        const request = act(transaction.objectStore(store));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = transaction.onerror = () => reject(transaction.error);
      });
    } finally {
      database.close();
    }
  }

  /** In one step: another tab may list a text again, and then write it. */
  const sweep = () =>
    within('readwrite', (texts) => {
      const request = texts.getAllKeys();
      request.onsuccess = () => {
        const entries = browser.names().filter(isTextsEntry);
        const listed = new Set(
          entries.flatMap((entry) => listedIds(browser.read(entry)).map(({ id }) => id)),
        );
        for (const id of request.result) if (!listed.has(String(id))) texts.delete(id);
      };
      return request;
    });

  return {
    async read(id) {
      const text: unknown = await within('readonly', (texts) => texts.get(id));
      return typeof text === 'string' ? text : null;
    },
    async write(id, text) {
      await within('readwrite', (texts) => texts.put(text, id));
    },
    removeUnlisted: () => void sweep().catch(() => {}),
  };
}

/** Those of this browser. */
export const pastedTexts = longTexts(storage);
