import { jsonIn } from '../../../../lib/state/json-in.ts';
import type { SafeStorage } from '../../../../lib/state/storage.ts';
import type { Effort } from '../../../keys/index.ts';
import { type ChatSettings, type ChatSettingsStore, hasChatSettings } from './chat-settings-store.ts';

const entry = 'polylogue.chat_settings';

interface RememberedSettingsNeeds {
  settings: ChatSettingsStore;
  /** This tab's storage: another tab's chat must not get these settings. */
  tab: Pick<SafeStorage, 'read' | 'write' | 'remove'>;
  /** A text with its keys masked: they are in memory only. */
  withoutKeys(text: string): string;
}

/**
 * Restores a chat's settings after a reload, and stores their changes. Returns a function that stops it: they are
 * stored elsewhere from now on.
 */
export function rememberedSettings({ settings, tab, withoutKeys }: RememberedSettingsNeeds): () => void {
  const before = readChatSettings(jsonIn(tab.read(entry)));
  if (before) settings.dispatch({ type: 'settings-restored', settings: before });

  const stop = settings.listen(() => {
    const now = settings.read();
    if (hasChatSettings(now))
      tab.write(entry, JSON.stringify({ ...now, instructions: withoutKeys(now.instructions) }));
    else tab.remove(entry);
  });

  return () => {
    stop();
    tab.remove(entry);
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

/** The stored settings that are valid; null when none are. */
export function readChatSettings(stored: unknown): ChatSettings | null {
  const { instructions, effort, temperature, maxTokens, withoutOwn, withoutFolder, withoutFiles } = Object(
    stored,
  ) as Partial<Record<keyof ChatSettings, unknown>>;
  const settings: ChatSettings = {
    instructions: typeof instructions === 'string' ? instructions : '',
    effort: typeof effort === 'string' && Object.hasOwn(efforts, effort) ? (effort as Effort) : null,
    temperature: isBetween(0, temperature, 2) ? temperature : null,
    maxTokens: isBetween(1, maxTokens, Number.MAX_SAFE_INTEGER) ? Math.round(maxTokens) : null,
    withoutOwn: withoutOwn === true,
    withoutFolder: withoutFolder === true,
    withoutFiles: withoutFiles === true,
  };
  return hasChatSettings(settings) ? settings : null;
}

const isBetween = (least: number, value: unknown, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most;
