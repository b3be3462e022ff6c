import type { SafeStorage } from '../../lib/state/storage.ts';
import { type Connection, readConnections } from './connections.ts';

/** The entries' names say openai no matter who the provider is. */
export const entries = {
  type: 'ai_provider',
  apiKey: 'openai_api_key',
  endpoint: 'openai_endpoint',
  model: 'openai_model',
  keyHost: 'polylogue.key_host',
} as const;
/** The list of connections. */
export const memory = 'polylogue.connections';

/** What the entries say; null for one that is empty or missing. */
export type EntryTexts = Record<keyof typeof entries, string | null>;
const names = Object.keys(entries) as (keyof EntryTexts)[];
const nothing: EntryTexts = { type: null, apiKey: null, endpoint: null, model: null, keyHost: null };

/** Whether the browser has stored it, so that it outlasts this tab. */
export interface SaveResult {
  setting: boolean;
  /** The provider's config, for switching back. */
  remembered: boolean;
}

export type SettingEntries = ReturnType<typeof openEntries>;

/** The entries of the setting and the list of connections; in this tab only, if the browser does not store them. */
export function openEntries(storage: SafeStorage) {
  const listeners = new Set<() => void>();
  let stopListening = () => {};
  let isWriting = false;
  /** The texts of a setting the browser did not store. Anything in its entries is newer and wins. */
  let tabOnly: EntryTexts | null = null;
  let isMemoryStored = true;

  function notify() {
    for (const listener of [...listeners]) listener();
  }

  function onStorageChange(name: string | null) {
    if (name === null) {
      tabOnly = null;
      isMemoryStored = true;
    }
    if (!isWriting) notify();
  }

  function texts(): EntryTexts {
    const now = { ...nothing };
    for (const name of names) now[name] = storage.read(entries[name])?.trim() || null;
    if (tabOnly && names.some((name) => now[name] !== null)) tabOnly = null;
    return tabOnly ?? now;
  }

  return {
    texts,
    /** All or nothing is stored: a reload must not pair a key with a foreign endpoint. */
    write(next: EntryTexts): void {
      // The old key is removed first and the new one written last: other tabs never see a key beside a foreign endpoint.
      storage.remove(entries.apiKey);
      const isStored = [...names.filter((name) => name !== 'apiKey'), 'apiKey' as const]
        .map((name) => storage.write(entries[name], next[name] ?? ''))
        .every(Boolean);
      if (!isStored) for (const name of names) storage.remove(entries[name]);
      tabOnly = isStored ? null : next;
    },
    removeKey(): void {
      storage.remove(entries.apiKey);
      storage.remove(entries.keyHost);
      if (tabOnly) tabOnly = { ...tabOnly, apiKey: null, keyHost: null };
    },
    connections: (): Connection[] => readConnections(storage.read(memory)),
    /** The list of connections as it is written, to tell whether it has changed. */
    list: (): string | null => storage.read(memory),
    remember(all: readonly Connection[]): void {
      isMemoryStored = storage.write(memory, JSON.stringify(all));
    },
    /** The result of the last save. */
    lastSave(): SaveResult {
      texts();
      return { setting: tabOnly === null, remembered: isMemoryStored };
    },
    /** Tells the listeners once, when all of it is written. */
    batched<Result>(act: () => Result): Result {
      isWriting = true;
      try {
        return act();
      } finally {
        isWriting = false;
        notify();
      }
    },
    listen(listener: () => void): () => void {
      if (listeners.size === 0) stopListening = storage.listen(onStorageChange);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stopListening();
      };
    },
    notify,
  };
}
