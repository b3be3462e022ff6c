import type { ProviderName } from '@polylogue/providers';
import { catalog, type Provider } from '@polylogue/providers/catalog';

/** The catalogue's entry of a provider. */
export const providerOf = (provider: ProviderName): Provider => catalog[provider];

export { isProvider, type Provider, providerNames } from '@polylogue/providers/catalog';
