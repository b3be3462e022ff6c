import type { ProviderName } from '@polylogue/providers';
import { providerOf } from '../catalog.ts';
import { type Config, type Connection, hasId } from '../connections.ts';
import { isElsewhere } from '../endpoint.ts';
import { type PresetName, presetOf, presets } from '../presets.ts';
import type { Settings } from '../setting.ts';

/** What the form configures: one of the five, a preset, or a saved connection at an origin. */
export interface Place {
  type: ProviderName;
  preset?: PresetName;
  origin?: string;
}

export const placeId = ({ type, preset, origin }: Place): string => [type, preset, origin].join(' ');

/** The place in the dialog that a connection belongs to. */
export function placeOf({ type, endpoint }: Pick<Connection, 'type' | 'endpoint'>): Place {
  const preset = presetOf(type, endpoint);
  return preset ? { type, preset } : { type };
}

/** Whether somebody runs it themselves, rather than a company for everyone. */
export const isOwnServer = ({ type, preset, origin }: Place): boolean =>
  preset ? !presets[preset].keyPage : origin !== undefined && isElsewhere(type, origin);

export function isAt(place: Place, { type, config }: { type: ProviderName; config: Config }): boolean {
  const one = { type, ...config };
  if (place.origin !== undefined) return hasId(one, { provider: place.type, origin: place.origin });
  return type === place.type && (presetOf(type, config.endpoint) ?? undefined) === place.preset;
}

/** The config last saved for it; null if there is none. */
export const savedAt = (settings: Settings, place: Place): Config | null =>
  settings.connections().findLast(({ type, ...config }) => isAt(place, { type, config })) ?? null;

export function defaultsOf({ type, preset }: Place): Config {
  const { defaultEndpoint, defaultModel } = providerOf(type);
  if (!preset) return { apiKey: '', endpoint: defaultEndpoint, model: defaultModel };
  const { apiKey, endpoint } = presets[preset];
  return { apiKey, endpoint, model: '' };
}
