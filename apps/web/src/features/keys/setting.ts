import type { ProviderName, ProviderSetting } from '@polylogue/providers';
import type { SafeStorage } from '../../lib/state/storage.ts';
import { isProvider, providerNames, providerOf } from './catalog.ts';
import {
  type Config,
  type Connection,
  type ConnectionId,
  hasId,
  readConnections,
  withConnection,
  withoutKeys,
} from './connections.ts';
import { carriesKey, originOf } from './endpoint.ts';
import { keyOrigin } from './key-origin.ts';
import { connectionName } from './presets.ts';

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

type Texts = Record<keyof typeof entries, string | null>;
const names = Object.keys(entries) as (keyof Texts)[];
const nothing: Texts = { type: null, apiKey: null, endpoint: null, model: null, keyHost: null };

/** Why a stored setting must not be used. */
export type Problem = 'other-origin' | 'no-url' | 'key-in-url' | 'key-garbled';

/** What the entries hold right now. `keyOrigin` is the origin the key belongs to, if known. */
export type Stored =
  | { state: 'none' }
  | { state: 'unsupported'; provider: string }
  | { state: 'set'; setting: ProviderSetting; keyOrigin: string | null; problem: Problem | null };

/** Whether the browser has stored it, so that it outlasts this tab. */
export interface SaveResult {
  setting: boolean;
  /** The provider's config, for switching back. */
  remembered: boolean;
}

/** A saved connection to use instead of the chosen one; `model` is the saved one if omitted. */
export interface Choice extends ConnectionId {
  model?: string;
}

/** A usable connection as shown to the user. It does not contain the key. */
export interface SavedProvider {
  provider: ProviderName;
  /** Where its key belongs; provider and origin identify a connection. */
  origin: string;
  /** Who runs it, what runs there, or its host. */
  name: string;
  model: string;
  /** Name and model, as one line. */
  label: string;
}

/** The stored setting. The entries are the source of truth and are read again at each call. */
export interface Settings {
  /** What is stored: the chosen provider, or what is saved for `choice`. */
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
  /** Removes the key of this connection from every place where it is stored. False when the browser did not remove it. */
  forgetKey(id: ConnectionId): boolean;
  /** Removes a connection that is not in use, and its key. False when the browser did not remove it. */
  remove(id: ConnectionId): boolean;
  /** The result of the last save. */
  lastSave(): SaveResult;
  /** Calls back after every save, here or in another tab, and after `reread`. */
  listen(listener: () => void): () => void;
  /** Call this when the entries may have changed without an event, for example in devtools. */
  reread(): void;
}

export function openSettings(storage: SafeStorage): Settings {
  const listeners = new Set<() => void>();
  let stopListening = () => {};
  let isWriting = false;
  /** The texts of a setting the browser did not store. Anything in its entries is newer and wins. */
  let tabOnly: Texts | null = null;
  let isMemoryStored = true;
  // One object per state of the entries, so that readers can compare by identity.
  let last: { from: string; raw: string; stored: Stored } | null = null;
  let lastSaved: { from: unknown[]; raw: string; list: readonly SavedProvider[] } = {
    from: [],
    raw: '',
    list: [],
  };
  /** Where this page last saw each key. */
  const seen = new Map<string, string>();

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

  function written(): Texts {
    const texts = { ...nothing };
    for (const name of names) texts[name] = storage.read(entries[name])?.trim() || null;
    return texts;
  }

  function texts(): Texts {
    const now = written();
    if (tabOnly && names.some((name) => now[name] !== null)) tabOnly = null;
    return tabOnly ?? now;
  }

  function chosen(): Stored {
    const now = texts();
    const from = JSON.stringify([now, storage.read(memory), seen.get(now.apiKey ?? '')]);
    if (last?.from !== from) {
      const stored = interpret(now, knownOrigins(now.apiKey));
      const raw = JSON.stringify(stored);
      last = { from, raw, stored: last?.raw === raw ? last.stored : stored };
      bind(stored);
    }
    return last.stored;
  }

  /** Where a key was saved, or seen by this page. */
  function knownOrigins(apiKey: string | null): string[] {
    const saved = savedConnections().filter((config) => config.apiKey.trim() === apiKey);
    const origins = [...saved.map(({ endpoint }) => originOf(endpoint)), seen.get(apiKey ?? '')];
    return origins.filter((origin) => typeof origin === 'string');
  }

  /** Binds a valid key to the origin it is used at. */
  function bind(stored: Stored) {
    if (stored.state !== 'set' || stored.problem !== null || stored.keyOrigin === null) return;
    if (!isNoKey(stored.setting.config.apiKey)) seen.set(stored.setting.config.apiKey, stored.keyOrigin);
  }

  function stored(choice?: Choice | null): Stored {
    const now = chosen();
    if (!choice) return now;
    const own = now.state === 'set' && hasId(connectionOf(now.setting), choice) ? now : savedFor(choice);
    return choice.model && own.state === 'set' ? withModel(own, choice.model) : own;
  }

  /** The saved setting of a connection that is not in use. Its key was saved with this endpoint. */
  function savedFor(id: ConnectionId): Stored {
    const saved = savedConnections().findLast((one) => hasId(one, id));
    if (!saved) return { state: 'none' };
    const { type, ...config } = saved;
    const origin = originOf(config.endpoint);
    return { state: 'set', setting: { type, config }, keyOrigin: origin, problem: problemOf(config, origin) };
  }

  function read(choice?: Choice | null) {
    const now = stored(choice);
    return now.state === 'set' ? now.setting : null;
  }

  function saved(): readonly SavedProvider[] {
    // Every reply on the page calls this, at every render.
    const from = [chosen(), storage.read(memory)];
    if (from.every((part, at) => part === lastSaved.from[at])) return lastSaved.list;
    const all = connections();
    const list = providerNames
      .flatMap((provider) => all.filter(({ type }) => type === provider))
      .flatMap(({ type, endpoint }) => {
        const origin = originOf(endpoint);
        const own: Stored = origin ? stored({ provider: type, origin }) : { state: 'none' };
        return origin && own.state === 'set' && own.problem === null && own.setting.config.apiKey !== ''
          ? [shown(own.setting, origin)]
          : [];
      });
    const raw = JSON.stringify(list);
    lastSaved = { from, raw, list: lastSaved.raw === raw ? lastSaved.list : list };
    return lastSaved.list;
  }

  const savedConnections = () => readConnections(storage.read(memory));

  function remember(all: readonly Connection[]) {
    isMemoryStored = storage.write(memory, JSON.stringify(all));
  }

  /** All saved connections, and the one in the entries if valid: something else may have written it only there. */
  function connections(): Connection[] {
    const now = chosen();
    const all = savedConnections();
    return now.state === 'set' && now.problem === null ? withConnection(all, connectionOf(now.setting)) : all;
  }

  /** Returns whether every entry was stored. All or nothing: a reload must not pair a key with a foreign endpoint. */
  function write(next: Texts): boolean {
    // The old key is removed first and the new one written last: other tabs never see a key beside a foreign endpoint.
    storage.remove(entries.apiKey);
    const isStored = [...names.filter((name) => name !== 'apiKey'), 'apiKey' as const]
      .map((name) => storage.write(entries[name], next[name] ?? ''))
      .every(Boolean);
    if (!isStored) for (const name of names) storage.remove(entries[name]);
    return isStored;
  }

  function batched<Result>(act: () => Result): Result {
    isWriting = true;
    try {
      return act();
    } finally {
      isWriting = false;
      notify();
    }
  }

  function lastSave(): SaveResult {
    texts();
    return { setting: tabOnly === null, remembered: isMemoryStored };
  }

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
    keys: () => [texts().apiKey ?? '', ...savedConnections().map(({ apiKey }) => apiKey)],
    save({ type, config }) {
      return batched(() => {
        const all = withConnection(connections(), { type, ...config });
        const next = { ...config, type, keyHost: originOf(config.endpoint) };
        tabOnly = write(next) ? null : next;
        remember(all);
        chosen();
        return lastSave();
      });
    },
    forgetKey(id) {
      return batched(() => {
        const now = read();
        const all = savedConnections();
        const own = [...all, ...(now ? [connectionOf(now)] : [])].filter((one) => hasId(one, id));
        const keys = new Set(own.map(({ apiKey }) => apiKey).filter((key) => key !== ''));
        if (now && keys.has(now.config.apiKey)) {
          storage.remove(entries.apiKey);
          storage.remove(entries.keyHost);
          if (tabOnly) tabOnly = { ...tabOnly, apiKey: null, keyHost: null };
        }
        if (all.length > 0) remember(withoutKeys(all, keys));
        for (const key of keys) seen.delete(key);
        const left = [read()?.config.apiKey, ...savedConnections().map(({ apiKey }) => apiKey)];
        return !left.some((key) => key && keys.has(key));
      });
    },
    remove(id) {
      return batched(() => {
        const now = read();
        if (now && hasId(connectionOf(now), id)) return false;
        const gone = savedConnections().filter((one) => hasId(one, id));
        const left = savedConnections().filter((one) => !hasId(one, id));
        remember(left);
        for (const { apiKey } of gone)
          if (!left.some((one) => one.apiKey === apiKey) && now?.config.apiKey !== apiKey)
            seen.delete(apiKey);
        return !savedConnections().some((one) => hasId(one, id));
      });
    },
    lastSave,
    listen(listener) {
      if (listeners.size === 0) stopListening = storage.listen(onStorageChange);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stopListening();
      };
    },
    reread: notify,
  };
}

function interpret({ type, apiKey, endpoint, model, keyHost }: Texts, known: readonly string[]): Stored {
  if (!type) return { state: 'none' };
  if (!isProvider(type)) return { state: 'unsupported', provider: type };
  const { defaultEndpoint, defaultModel } = providerOf(type);
  const config = {
    apiKey: apiKey ?? '',
    endpoint: endpoint ?? defaultEndpoint,
    model: model ?? defaultModel,
  };
  const origin = keyOrigin({ record: keyHost, endpoint: config.endpoint, known });
  return { state: 'set', setting: { type, config }, keyOrigin: origin, problem: problemOf(config, origin) };
}

const withModel = (stored: Stored & { state: 'set' }, model: string): Stored => ({
  ...stored,
  setting: { ...stored.setting, config: { ...stored.setting.config, model } },
});

/** Whether this connection is the one in use. */
export const isChosen = ({ provider, origin }: ConnectionId, setting: ProviderSetting | null): boolean =>
  setting !== null && hasId(connectionOf(setting), origin ? { provider, origin } : { provider });

const connectionOf = ({ type, config }: ProviderSetting): Connection => ({ type, ...config });

function shown({ type, config }: ProviderSetting, origin: string): SavedProvider {
  const { model, endpoint } = config;
  const name = connectionName(type, endpoint);
  return { provider: type, origin, name, model, label: `${name} · ${model}` };
}

function problemOf({ apiKey, endpoint }: Config, origin: string | null): Problem | null {
  const here = originOf(endpoint);
  if (here === null) return 'no-url';
  if (carriesKey(endpoint, apiKey)) return 'key-in-url';
  if (isNoKey(apiKey)) return null;
  if (origin !== here) return 'other-origin';
  return isKeyShaped(apiKey) ? null : 'key-garbled';
}

/** Whether there is nothing to keep secret: `none` means a server without keys. */
export const isNoKey = (apiKey: string): boolean => /^(none)?$/i.test(apiKey.trim());

/** Whether a header can carry it: visible ASCII without spaces. Masking dots and curly quotes come from bad copies. */
export const isKeyShaped = (apiKey: string): boolean => /^[\x21-\x7e]+$/.test(apiKey);
