import type { ProviderSetting } from '@polylogue/providers';
import { isProvider, providerOf } from './catalog.ts';
import type { Config, Connection } from './connections.ts';
import { carriesKey, originOf } from './endpoint.ts';
import { keyOrigin } from './key-origin.ts';
import type { EntryTexts } from './setting-entries.ts';

/** Why a stored setting must not be used. */
export type Problem = 'other-origin' | 'no-url' | 'key-in-url' | 'key-garbled';

/** What the entries hold right now. `keyOrigin` is the origin the key belongs to, if known. */
export type Stored =
  | { state: 'none' }
  | { state: 'unsupported'; provider: string }
  | { state: 'set'; setting: ProviderSetting; keyOrigin: string | null; problem: Problem | null };

/** What the entries mean; `known`: the origins at which their key was seen before. */
export function interpreted(
  { type, apiKey, endpoint, model, keyHost }: EntryTexts,
  known: readonly string[],
): Stored {
  if (!type) return { state: 'none' };
  if (!isProvider(type)) return { state: 'unsupported', provider: type };
  const { defaultEndpoint, defaultModel } = providerOf(type);
  const config = {
    apiKey: apiKey ?? '',
    endpoint: endpoint ?? defaultEndpoint,
    model: model ?? defaultModel,
  };
  return storedAt({ type, config }, keyOrigin({ record: keyHost, endpoint: config.endpoint, known }));
}

/** A saved connection's setting: its key was saved with this endpoint. */
export const storedConnection = ({ type, ...config }: Connection): Stored =>
  storedAt({ type, config }, originOf(config.endpoint));

const storedAt = (setting: ProviderSetting, origin: string | null): Stored => ({
  state: 'set',
  setting,
  keyOrigin: origin,
  problem: problemOf(setting.config, origin),
});

function problemOf({ apiKey, endpoint }: Config, origin: string | null): Problem | null {
  const here = originOf(endpoint);
  if (here === null) return 'no-url';
  if (carriesKey(endpoint, apiKey)) return 'key-in-url';
  if (isNoKey(apiKey)) return null;
  if (origin !== here) return 'other-origin';
  return isKeyShaped(apiKey) ? null : 'key-garbled';
}

export const withModel = (stored: Stored, model: string | undefined): Stored =>
  stored.state === 'set' && model
    ? { ...stored, setting: { ...stored.setting, config: { ...stored.setting.config, model } } }
    : stored;

/** Whether there is nothing to keep secret: `none` means a server without keys. */
export const isNoKey = (apiKey: string): boolean => /^(none)?$/i.test(apiKey.trim());

/** Whether a header can carry it: visible ASCII without spaces. Masking dots and curly quotes come from bad copies. */
export const isKeyShaped = (apiKey: string): boolean => /^[\x21-\x7e]+$/.test(apiKey);
