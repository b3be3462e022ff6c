import type { Clock } from '../../../lib/schedule/clock.ts';
import type { SafeStorage } from '../../../lib/state/storage.ts';
import type { Effort } from '../../keys/index.ts';
import { type ChatSettings, type ChatSettingsStore, hasChatSettings } from './chat-settings-store.ts';

const entry = 'polylogue.chat_settings';
/** Milliseconds after the last change until it is stored. */
const pause = 300;

export interface RememberedSettings {
  /** Writes what has not been written yet. */
  flush(): void;
  /** Stops: the settings are stored elsewhere from now on. */
  stop(): void;
}

interface RememberedSettingsNeeds {
  settings: ChatSettingsStore;
  /** This tab's storage: another tab's chat must not get these settings. */
  tab: Pick<SafeStorage, 'read' | 'write' | 'remove'>;
  clock: Clock;
  /** A text with its keys masked: they are in memory only. */
  withoutKeys(text: string): string;
}

/** Restores a chat's settings after a reload, and stores their changes. */
export function rememberedSettings({
  settings,
  tab,
  clock,
  withoutKeys,
}: RememberedSettingsNeeds): RememberedSettings {
  let callOff: (() => void) | null = null;

  const before = parsed(tab.read(entry));
  if (before) settings.dispatch({ type: 'settings-restored', settings: before });

  function flush() {
    if (!callOff) return;
    callOff();
    callOff = null;
    const now = settings.read();
    if (hasChatSettings(now))
      tab.write(entry, JSON.stringify({ ...now, instructions: withoutKeys(now.instructions) }));
    else tab.remove(entry);
  }

  const stopListening = settings.listen(() => {
    callOff?.();
    callOff = clock.after(pause, flush);
    // Nothing is left of what was taken back.
    if (!hasChatSettings(settings.read())) flush();
  });

  return {
    flush,
    stop() {
      stopListening();
      callOff?.();
      callOff = null;
      tab.remove(entry);
    },
  };
}

const efforts: Readonly<Record<Effort, true>> = {
  none: true,
  minimal: true,
  low: true,
  medium: true,
  high: true,
  xhigh: true,
  max: true,
};

function parsed(text: string | null): ChatSettings | null {
  try {
    return readChatSettings(JSON.parse(text ?? 'null'));
  } catch {
    return null;
  }
}

/** The stored settings that are valid; null when none are. */
export function readChatSettings(
  stored: Partial<Record<keyof ChatSettings, unknown>> | null,
): ChatSettings | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { instructions, effort, temperature, maxTokens } = stored;
  const settings: ChatSettings = {
    instructions: typeof instructions === 'string' ? instructions : '',
    effort: typeof effort === 'string' && Object.hasOwn(efforts, effort) ? (effort as Effort) : null,
    temperature: isBetween(0, temperature, 2) ? temperature : null,
    maxTokens: isBetween(1, maxTokens, Number.MAX_SAFE_INTEGER) ? Math.round(maxTokens) : null,
  };
  return hasChatSettings(settings) ? settings : null;
}

const isBetween = (least: number, value: unknown, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most;
