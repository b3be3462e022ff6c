import type { ProviderName, ProviderSetting } from '@polylogue/providers';
import { providerNames } from './catalog.ts';
import { type Connection, type ConnectionId, connectionOf, hasId, withConnection } from './connections.ts';
import { originOf } from './endpoint.ts';
import { connectionName } from './presets.ts';
import type { SettingEntries } from './setting-entries.ts';
import { interpreted, isNoKey, type Stored, storedConnection, withModel } from './stored-setting.ts';

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
}

/** Reads the setting and the saved connections, and knows where this page saw each key. */
export function settingReader(entries: SettingEntries) {
  const seen = new Map<string, string>();
  const steadyStored = steady<Stored>();
  const steadySaved = steady<readonly SavedProvider[]>();

  function chosen(): Stored {
    const now = entries.texts();
    const from = JSON.stringify([now, entries.list(), seen.get(now.apiKey ?? '')]);
    return steadyStored([from], () => {
      const stored = interpreted(now, knownOrigins(now.apiKey));
      bind(stored);
      return stored;
    });
  }

  /** Where a key was saved, or seen by this page. */
  function knownOrigins(apiKey: string | null): string[] {
    const saved = entries.connections().filter((config) => config.apiKey.trim() === apiKey);
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
    const isChosenOne = now.state === 'set' && hasId(connectionOf(now.setting), choice);
    return withModel(isChosenOne ? now : savedFor(choice), choice.model);
  }

  /** The saved setting of a connection that is not in use. */
  function savedFor(id: ConnectionId): Stored {
    const saved = entries.connections().findLast((one) => hasId(one, id));
    return saved ? storedConnection(saved) : { state: 'none' };
  }

  /** All saved connections, and the one in the entries if valid: something else may have written it only there. */
  function connections(): Connection[] {
    const now = chosen();
    const all = entries.connections();
    return now.state === 'set' && now.problem === null ? withConnection(all, connectionOf(now.setting)) : all;
  }

  function shown({ type, endpoint }: Connection): SavedProvider[] {
    const origin = originOf(endpoint);
    if (!origin) return [];
    const own = stored({ provider: type, origin });
    if (own.state !== 'set' || own.problem !== null || own.setting.config.apiKey === '') return [];
    const { model, endpoint: address } = own.setting.config;
    const name = connectionName(type, address);
    return [{ provider: type, origin, name, model }];
  }

  return {
    stored,
    read(choice?: Choice | null): ProviderSetting | null {
      const now = stored(choice);
      return now.state === 'set' ? now.setting : null;
    },
    connections,
    // Every reply on the page calls this, at every render.
    saved: (): readonly SavedProvider[] =>
      steadySaved([chosen(), entries.list()], () =>
        providerNames.flatMap((provider) =>
          connections()
            .filter(({ type }) => type === provider)
            .flatMap(shown),
        ),
      ),
    forgetOrigin: (apiKey: string): void => void seen.delete(apiKey),
  };
}

/** Computes again when an input changed; the same object while the result reads the same, to compare by identity. */
function steady<Value>() {
  let last: { from: readonly unknown[]; raw: string; value: Value } | null = null;
  return (from: readonly unknown[], compute: () => Value): Value => {
    if (last && from.every((part, at) => part === last?.from[at])) return last.value;
    const value = compute();
    const raw = JSON.stringify(value);
    last = { from, raw, value: last?.raw === raw ? last.value : value };
    return last.value;
  };
}
