import type { ProviderName, ProviderSetting } from '@polylogue/providers';
import { providerOf } from '../catalog.ts';
import { originOf } from '../endpoint.ts';
import type { Fields } from './initial-fields.ts';
import { isOwnOrigin, type Place } from './place.ts';

/** A key that was pasted whole, and the provider its format belongs to. */
export interface Pasted {
  provider: ProviderName;
  apiKey: string;
}

/** The form's fields for a key pasted elsewhere: with that provider's own endpoint, so that the key fits. */
export function fieldsFor({ provider, apiKey }: Pasted, remembered: Fields): Fields {
  const { defaultEndpoint, defaultModel } = providerOf(provider);
  const isAtHome = isOwnOrigin(provider, remembered.endpoint);
  return {
    apiKey,
    keyFrom: 'typed',
    endpoint: isAtHome ? remembered.endpoint : defaultEndpoint,
    model: isAtHome ? remembered.model : defaultModel,
  };
}

/** Whether to try it automatically: only this key, and only at its own provider. */
export const shouldTry = (pasted: Pasted | null, { type, config }: ProviderSetting): boolean =>
  pasted?.provider === type && pasted.apiKey === config.apiKey && isOwnOrigin(type, config.endpoint);

/**
 * Whether it is for the form it was pasted into: of the same provider, and not beside another server's address, unless
 * that was just typed.
 */
export const isForHere = (
  provider: ProviderName,
  place: Place,
  typed: Pick<Fields, 'endpoint'>,
  initial: Pick<Fields, 'endpoint'>,
): boolean =>
  provider === place.type &&
  (typed.endpoint !== initial.endpoint ||
    originOf(typed.endpoint) === null ||
    isOwnOrigin(provider, typed.endpoint));
