import type { ProviderName } from '@polylogue/providers';
import { catalog, isProvider, type Provider } from '@polylogue/providers/catalog';

/** The catalogue's entry of a provider. */
export const providerOf = (provider: ProviderName): Provider => catalog[provider];

export { isProvider, type Provider };
