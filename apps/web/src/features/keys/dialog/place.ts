import type { ProviderName } from '@polylogue/providers';
import type { AskedAt } from '../../../lib/state/connect-requested.ts';
import { isProvider, providerOf } from '../catalog.ts';
import { type Config, type Connection, hasId } from '../connections.ts';
import { endpointHost, isElsewhere, isOwnHost, originOf } from '../endpoint.ts';
import { type PresetName, presetOf, presets } from '../presets.ts';
import type { Settings } from '../setting.ts';

/** What the form configures: one of the five itself, a preset, or a connection at an origin. */
export interface Place {
  type: ProviderName;
  preset?: PresetName;
  origin?: string;
}

export const placeId = ({ type, preset, origin }: Place): string => [type, preset, origin].join(' ');

/** The place in the dialog that a connection belongs to. */
export function placeOf({ type, endpoint }: Pick<Connection, 'type' | 'endpoint'>): Place {
  const preset = presetOf(type, endpoint);
  if (preset) return { type, preset };
  const origin = originOf(endpoint);
  // Another server is never shown as the provider itself: a key meant for the provider would go there.
  return origin === null || isOwnOrigin(type, endpoint) ? { type } : { type, origin };
}

export const isOwnOrigin = (type: ProviderName, endpoint: string): boolean =>
  originOf(endpoint) === originOf(providerOf(type).defaultEndpoint);

/** Where choosing a provider leads: to the provider itself, unless only another server was saved for it. */
export function placeFor(
  type: ProviderName,
  settings: Settings,
  drafts: { of(place: Place): unknown },
): Place {
  const own: Place = { type };
  if (savedAt(settings, own) || drafts.of(own)) return own;
  const elsewhere = settings
    .connections()
    .findLast((one) => one.type === type && presetOf(type, one.endpoint) === null);
  return elsewhere ? placeOf(elsewhere) : own;
}

/** The place of the connection that was asked; null: it is not saved, nor one of the five. */
export function placeAsked({ provider, endpoint }: AskedAt, settings: Settings): Place | null {
  const host = endpointHost(endpoint);
  const saved = settings
    .connections()
    .findLast((one) => host !== null && one.type === provider && endpointHost(one.endpoint) === host);
  if (saved) return placeOfSaved(saved);
  return isProvider(provider) && isOwnHost(provider, endpoint) ? { type: provider } : null;
}

/** Of a preset with its origin, since several may be saved. */
export function placeOfSaved(one: Pick<Connection, 'type' | 'endpoint'>): Place {
  const place = placeOf(one);
  const origin = originOf(one.endpoint);
  return place.preset && origin ? { ...place, origin } : place;
}

/** Whether somebody runs it themselves, rather than a company for everyone. */
export const isOwnServer = ({ type, preset, origin }: Place): boolean =>
  preset ? !presets[preset].keyPage : origin !== undefined && isElsewhere(type, origin);

export function isAt(place: Place, { type, config }: { type: ProviderName; config: Config }): boolean {
  const one = { type, ...config };
  if (place.origin !== undefined) return hasId(one, { provider: place.type, origin: place.origin });
  return placeId(placeOf(one)) === placeId(place);
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
