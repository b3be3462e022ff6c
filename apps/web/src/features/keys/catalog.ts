import type { ProviderName } from '@polylogue/providers';
import { catalog, type Provider } from '@polylogue/providers/catalog';

/** The catalogue's entry of a provider. */
export const providerOf = (provider: ProviderName): Provider => catalog[provider];

/** All five, in the order they are offered. */
export const providerNames = Object.keys(catalog) as ProviderName[];

export { isProvider, type Provider } from '@polylogue/providers/catalog';
