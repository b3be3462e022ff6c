import type { Json } from '@polylogue/sync';
import { withKeysMasked } from '../../../../lib/drafts/saved-keys.ts';
import type { Clock } from '../../../../lib/schedule/clock.ts';
import { type ChatSettings, type ChatSettingsStore, noChatSettings } from './chat-settings-store.ts';
import { readChatSettings } from './remembered-settings.ts';

type Change = Partial<ChatSettings>;
/** What is stored, after the change to it that is passed on. */
type Stored = Readonly<Record<string, Json>>;

export interface KeptSettings {
  /** The settings as stored, here or by another tab or device: what was changed here since stays. */
  received(stored: Json | undefined): void;
  /** All of them, for a conversation that begins. */
  begin(): Stored;
  /** Stores what has not been stored yet. */
  flush(): void;
  /** Stores the rest, and stops listening. */
  stop(): void;
}

interface KeptSettingsNeeds {
  settings: ChatSettingsStore;
  clock: Clock;
  /** Changes what is stored to what `changed` returns for it; never rejects. */
  store(changed: (stored: Json | undefined) => Stored): Promise<void>;
}

/** Milliseconds after the last change until it is stored. */
const pause = 300;

/** Stores the settings of a chat with its conversation: only those changed here, so that no old copy replaces a newer one. */
export function keptSettings({ settings, clock, store }: KeptSettingsNeeds): KeptSettings {
  /** As stored, as far as this page knows. */
  let known = noChatSettings;
  /** Being stored. */
  let onTheWay: Change = {};
  let cancel = () => {};
  let isReceiving = false;

  function flush() {
    cancel();
    const now = settings.read();
    const change = difference(known, now);
    if (Object.keys(change).length === 0) return;
    known = now;
    onTheWay = { ...onTheWay, ...change };
    void store((stored) => ({ ...asObject(stored), ...storedSettings(change) })).then(() => {
      onTheWay = difference(change, onTheWay);
    });
  }

  const stopListening = settings.listen(() => {
    if (isReceiving) return;
    cancel();
    cancel = clock.after(pause, flush);
  });

  return {
    received(stored) {
      const before = settings.read();
      const ownChange = { ...onTheWay, ...difference(known, before) };
      const theirs = settingsOf(stored);
      known = { ...theirs, ...onTheWay };
      const next = { ...theirs, ...ownChange };
      if (Object.keys(difference(before, next)).length === 0) return;
      isReceiving = true;
      settings.dispatch({ type: 'settings-restored', settings: next });
      isReceiving = false;
    },
    begin() {
      cancel();
      known = settings.read();
      return storedSettings(known);
    },
    flush,
    stop() {
      flush();
      stopListening();
    },
  };
}

/** What `after` has and `before` does not, or has otherwise. */
const difference = (before: Change, after: Change): Change =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => before[name as keyof ChatSettings] !== value),
  );

const storedNames: Readonly<Record<string, string>> = {
  maxTokens: 'max_tokens',
  withoutOwn: 'without_own',
  withoutFolder: 'without_folder',
  withoutFiles: 'without_files',
};

const ownNames = Object.fromEntries(Object.entries(storedNames).map(([own, stored]) => [stored, own]));

/** The settings of a chat as stored with its conversation: no key leaves the page with them. */
export const storedSettings = (settings: Change): Stored =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      storedNames[name] ?? name,
      name === 'instructions' ? withKeysMasked(String(value)) : value,
    ]),
  );

export function settingsOf(stored: Json | undefined): ChatSettings {
  const named = Object.entries(asObject(stored)).map(([name, value]) => [ownNames[name] ?? name, value]);
  return readChatSettings(Object.fromEntries(named)) ?? noChatSettings;
}

/** With what a newer version has added to it. */
const asObject = (stored: Json | undefined): Stored =>
  typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? (stored as Stored) : {};
