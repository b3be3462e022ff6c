import type { ProviderSetting } from '@polylogue/providers';
import type { SafeStorage } from '../../lib/state/storage.ts';
import {
  type Config,
  type Connection,
  type ConnectionId,
  connectionOf,
  hasId,
  withConnection,
  withoutKeys,
} from './connections.ts';
import { originOf } from './endpoint.ts';
import { openEntries, type SaveResult } from './setting-entries.ts';
import { type Choice, type SavedProvider, settingReader, tabEntry } from './setting-reader.ts';
import type { Stored } from './stored-setting.ts';

/** The stored setting. The entries are the source of truth and are read again at each call. */
export interface Settings {
  /** What is stored: what this tab uses, or what is saved for `choice`. */
  stored(choice?: Choice | null): Stored;
  read(choice?: Choice | null): ProviderSetting | null;
  /** All connections that can be used right now. The same list object while nothing changes. */
  saved(): readonly SavedProvider[];
  /** The config of a connection as last saved; null when it was never saved. */
  remembered(id: ConnectionId): Config | null;
  /** Every saved connection, with or without a key; the one in use last. */
  connections(): readonly Connection[];
  /** Every stored key, of every provider. */
  keys(): string[];
  save(setting: ProviderSetting): SaveResult;
  /** Uses this in this tab alone, until something is saved in it; null: what is saved. */
  chooseInTab(choice: Choice | null): void;
  /** Whether this connection is used in this tab, or elsewhere. */
  isInUse(id: ConnectionId): boolean;
  /** Removes the key of this connection from every place where it is stored. False when the browser did not remove it. */
  forgetKey(id: ConnectionId): boolean;
  /** Removes a connection that is not in use, and its key. False when the browser did not remove it. */
  remove(id: ConnectionId): boolean;
  /** The result of the last save. */
  lastSave(): SaveResult;
  /** Calls back after every save, here or in another tab, and after `reread`. */
  listen(listener: () => void): () => void;
  /** Calls back once the chosen connection or a saved one is another, its key included. */
  onConnectionsChanged(listener: () => void): () => void;
  /** Call this when the entries may have changed without an event, for example in devtools. */
  reread(): void;
}

export function openSettings(storage: SafeStorage, tab: SafeStorage = storage): Settings {
  const entries = openEntries(storage);
  const { chosen, stored, read, saved, connections, forgetOrigin } = settingReader(entries, tab);
  const { lastSave, listen, batched } = entries;
  function chosenSetting() {
    const now = chosen();
    return now.state === 'set' ? now.setting : null;
  }
  const isInUse = (id: ConnectionId) => [chosenSetting(), read()].some((one) => isChosen(id, one));
  const keys = () => [entries.texts().apiKey ?? '', ...entries.connections().map(({ apiKey }) => apiKey)];

  return {
    stored,
    read,
    saved,
    remembered(id) {
      const found = connections().findLast((one) => hasId(one, id));
      if (!found) return null;
      const { type: _, ...config } = found;
      return config;
    },
    connections,
    keys,
    save({ type, config }) {
      return batched(() => {
        const all = withConnection(connections(), { type, ...config });
        entries.write({ ...config, type, keyHost: originOf(config.endpoint) });
        entries.remember(all);
        tab.remove(tabEntry);
        stored();
        return lastSave();
      });
    },
    chooseInTab(choice) {
      if (choice) tab.write(tabEntry, JSON.stringify(choice));
      else tab.remove(tabEntry);
      entries.notify();
    },
    isInUse,
    forgetKey(id) {
      return batched(() => {
        const now = chosenSetting();
        const all = entries.connections();
        const own = [...all, ...(now ? [connectionOf(now)] : [])].filter((one) => hasId(one, id));
        const gone = new Set(own.map(({ apiKey }) => apiKey).filter((key) => key !== ''));
        if (now && gone.has(now.config.apiKey)) entries.removeKey();
        if (all.length > 0) entries.remember(withoutKeys(all, gone));
        for (const key of gone) forgetOrigin(key);
        const left = [chosenSetting()?.config.apiKey, ...entries.connections().map(({ apiKey }) => apiKey)];
        return !left.some((key) => key && gone.has(key));
      });
    },
    remove(id) {
      return batched(() => {
        if (isInUse(id)) return false;
        const now = chosenSetting();
        const all = entries.connections();
        const left = all.filter((one) => !hasId(one, id));
        entries.remember(left);
        for (const { apiKey } of all.filter((one) => hasId(one, id)))
          if (!left.some((one) => one.apiKey === apiKey) && now?.config.apiKey !== apiKey)
            forgetOrigin(apiKey);
        return !entries.connections().some((one) => hasId(one, id));
      });
    },
    lastSave,
    listen,
    onConnectionsChanged(listener) {
      const all = () => JSON.stringify([chosen(), connections()]);
      let before = all();
      // Entries notify of any that changes, and what this calls back may write some.
      return listen(() => {
        const now = all();
        if (now === before) return;
        before = now;
        listener();
      });
    },
    reread: entries.notify,
  };
}

/** Whether this connection is the one in use. */
export const isChosen = (id: ConnectionId, setting: ProviderSetting | null): boolean =>
  setting !== null && hasId(connectionOf(setting), id);
