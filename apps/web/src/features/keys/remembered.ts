import type { ProviderName, ProviderSetting } from '@polylogue/providers';
import { isProvider } from './catalog.ts';

export type Config = ProviderSetting['config'];

/** The last config of each provider that was ever saved here. */
export type Remembered = Partial<Record<ProviderName, Config>>;

/** Rubbish counts as nothing remembered. */
export function readRemembered(text: string | null): Remembered {
  const remembered: Remembered = {};
  for (const [name, value] of Object.entries(record(parsed(text)))) {
    const { apiKey, endpoint, model } = record(value);
    const isWhole = typeof apiKey === 'string' && typeof endpoint === 'string' && typeof model === 'string';
    if (isProvider(name) && isWhole) remembered[name] = { apiKey, endpoint, model };
  }
  return remembered;
}

/** The same without these keys, wherever they occur. */
export function withoutKeys(remembered: Remembered, keys: ReadonlySet<string | undefined>): Remembered {
  const rest = Object.entries(remembered).map(([name, config]) => [
    name,
    keys.has(config.apiKey) ? { ...config, apiKey: '' } : config,
  ]);
  return Object.fromEntries(rest);
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
