import type { ProviderName } from '@polylogue/providers';
import { providerOf } from '../catalog.ts';
import { originOf } from '../endpoint.ts';
import type { Config } from '../remembered.ts';
import { isNoKey, type Settings } from '../setting.ts';

/** A key and the origin it was saved for. */
export interface Bound {
  apiKey: string;
  origin: string;
}

/** Where the key in the form is from. `held-back`: kept out of sight, since the endpoint is at another origin. */
export type KeyFrom = 'saved' | 'typed' | 'held-back';

/** What the form holds for one provider. */
export interface Fields extends Config {
  keyFrom: KeyFrom;
}

/** What the form starts with: the stored setting, else the provider's remembered config, else its defaults. */
export function beginning(settings: Settings, provider: ProviderName): Fields {
  const stored = settings.stored();
  if (stored.state !== 'set' || stored.setting.type !== provider) {
    const { defaultEndpoint, defaultModel } = providerOf(provider);
    const config = settings.remembered(provider);
    return { apiKey: '', endpoint: defaultEndpoint, model: defaultModel, ...config, keyFrom: 'saved' };
  }
  const { config } = stored.setting;
  if (stored.problem === 'other-origin') return { ...config, apiKey: '', keyFrom: 'held-back' };
  return { ...config, keyFrom: 'saved' };
}

/** The provider's saved key; null when there is none, or nothing to keep secret. */
export function boundKey(settings: Settings, provider: ProviderName): Bound | null {
  const stored = settings.stored();
  const isCurrent = stored.state === 'set' && stored.setting.type === provider;
  const config = isCurrent ? stored.setting.config : settings.remembered(provider);
  const origin = isCurrent ? stored.keyOrigin : originOf(config?.endpoint ?? '');
  if (!config || !origin || isNoKey(config.apiKey)) return null;
  return { apiKey: config.apiKey, origin };
}

/** The key field once the endpoint reads so: a saved key shows itself only at its own origin. */
export function keyBeside(
  endpoint: string,
  now: Pick<Fields, 'apiKey' | 'keyFrom'>,
  bound: Bound | null,
): Pick<Fields, 'apiKey' | 'keyFrom'> {
  const origin = originOf(endpoint);
  // Half an address has no origin to decide by.
  if (!bound || !origin) return now;
  if (now.keyFrom === 'saved' && origin !== bound.origin) return { apiKey: '', keyFrom: 'held-back' };
  if (now.keyFrom === 'held-back' && origin === bound.origin)
    return { apiKey: bound.apiKey, keyFrom: 'saved' };
  return now;
}
