import type { Config } from '../connections.ts';
import { originOf } from '../endpoint.ts';
import type { Settings } from '../setting.ts';
import { isNoKey } from '../stored-setting.ts';
import { defaultsOf, isAt, type Place, savedAt } from './place.ts';

/** A key and the origin it was saved for. */
export interface BoundKey {
  apiKey: string;
  origin: string;
}

/** Where the key in the form comes from. `held-back`: not shown, since the endpoint is at another origin. */
export type KeyFrom = 'saved' | 'typed' | 'held-back';

/** The form's fields for one place. */
export interface Fields extends Config {
  keyFrom: KeyFrom;
}

/** The stored setting, otherwise what was saved for the place, otherwise its defaults. */
export function initialFields(settings: Settings, place: Place): Fields {
  const stored = settings.stored();
  if (stored.state !== 'set' || !isAt(place, stored.setting)) {
    const { apiKey, endpoint, model } = savedAt(settings, place) ?? defaultsOf(place);
    return { apiKey, endpoint, model, keyFrom: 'saved' };
  }
  const { config } = stored.setting;
  if (stored.problem === 'other-origin') return { ...config, apiKey: '', keyFrom: 'held-back' };
  return { ...config, keyFrom: 'saved' };
}

/** The key saved for the place; null when there is none, or nothing to keep secret. */
export function boundKey(settings: Settings, place: Place): BoundKey | null {
  const stored = settings.stored();
  const isCurrent = stored.state === 'set' && isAt(place, stored.setting);
  const config = isCurrent ? stored.setting.config : savedAt(settings, place);
  const origin = isCurrent ? stored.keyOrigin : originOf(config?.endpoint ?? '');
  if (!config || !origin || isNoKey(config.apiKey)) return null;
  return { apiKey: config.apiKey, origin };
}

/** The key field for this endpoint: a saved key is shown only at its own origin. */
export function keyForEndpoint(
  endpoint: string,
  now: Pick<Fields, 'apiKey' | 'keyFrom'>,
  bound: BoundKey | null,
): Pick<Fields, 'apiKey' | 'keyFrom'> {
  const origin = originOf(endpoint);
  // A half-typed address has no origin to decide by.
  if (!bound || !origin) return now;
  if (now.keyFrom === 'saved' && origin !== bound.origin) return { apiKey: '', keyFrom: 'held-back' };
  if (now.keyFrom === 'held-back' && origin === bound.origin)
    return { apiKey: bound.apiKey, keyFrom: 'saved' };
  return now;
}
