import type { ProviderName, ProviderSetting } from '@polylogue/providers';
import { providerOf } from '../catalog.ts';
import { originOf } from '../endpoint.ts';
import type { Fields } from './initial-fields.ts';

/** A key that was pasted whole, and the provider its format belongs to. */
export interface Pasted {
  provider: ProviderName;
  apiKey: string;
}

/** The form's fields for another provider's pasted key: with that provider's own endpoint, so that the key fits. */
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

const isOwnOrigin = (provider: ProviderName, endpoint: string) =>
  originOf(endpoint) === originOf(providerOf(provider).defaultEndpoint);
