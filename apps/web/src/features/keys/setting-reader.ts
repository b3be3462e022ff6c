import type { ProviderName, ProviderSetting } from '@polylogue/providers';
import type { SafeStorage } from '../../lib/state/storage.ts';
import { isProvider, providerNames } from './catalog.ts';
import {
  type Connection,
  type ConnectionId,
  connectionOf,
  hasId,
  parsed,
  record,
  withConnection,
} from './connections.ts';
import { originOf } from './endpoint.ts';
import { connectionName } from './presets.ts';
import type { SettingEntries } from './setting-entries.ts';
import { interpreted, isNoKey, type Stored, storedConnection, withModel } from './stored-setting.ts';

/** A saved connection to use instead of the chosen one; `model` is the saved one if omitted. */
export interface Choice extends ConnectionId {
  model?: string;
}

interface Asked {
  provider: ProviderName;
  model: string;
  endpoint: string;
}

/** Asks this model there, even if another one is chosen meanwhile. */
export function choiceOf({ provider, model, endpoint }: Asked): Choice {
  // Without an origin, asking says what is wrong with the address.
  return { provider, model, origin: originOf(endpoint) ?? undefined };
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

/** What only this tab uses. */
export const tabEntry = 'polylogue.tab_choice';

/** Reads the setting and the saved connections, and knows where this page saw each key. */
export function settingReader(entries: SettingEntries, tab: SafeStorage) {
  const seen = new Map<string, string>();
  const steadyStored = steady<Stored>();
  const steadyInUse = steady<Stored>();
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

  /** What this tab uses: the chosen setting, unless it has a choice of its own. */
  function inUse(): Stored {
    const now = chosen();
    const own = tab.read(tabEntry);
    return steadyInUse([now, entries.list(), own], () => {
      const choice = choiceIn(own);
      const stored = choice && found(choice, [now]);
      return stored?.state === 'set' ? stored : now;
    });
  }

  function stored(choice?: Choice | null): Stored {
    const now = inUse();
    return choice ? found(choice, [now, chosen()]) : now;
  }

  function found(choice: Choice, settings: readonly Stored[]): Stored {
    const isIt = (one: Stored) => one.state === 'set' && hasId(connectionOf(one.setting), choice);
    return withModel(settings.find(isIt) ?? savedFor(choice), choice.model);
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
    chosen,
    stored,
    read(choice?: Choice | null): ProviderSetting | null {
      const now = stored(choice);
      return now.state === 'set' ? now.setting : null;
    },
    connections,
    // Every reply on the page calls this, at every render.
    saved: (): readonly SavedProvider[] =>
      steadySaved([inUse(), chosen(), entries.list()], () =>
        providerNames.flatMap((provider) =>
          connections()
            .filter(({ type }) => type === provider)
            .flatMap(shown),
        ),
      ),
    forgetOrigin: (apiKey: string): void => void seen.delete(apiKey),
  };
}

/** A stored choice, if it is whole. */
function choiceIn(text: string | null): Choice | null {
  const { provider, origin, model } = record(parsed(text));
  const isWhole = isProvider(provider) && typeof origin === 'string' && typeof model === 'string';
  return isWhole ? { provider, origin, model } : null;
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
