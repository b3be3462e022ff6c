import { catalog } from './catalog.ts';
import type { ProviderName } from './question.ts';

/** The endpoint as a URL: http(s), and without a password in it; else null. */
export function endpointUrl(endpoint: string): URL | null {
  const url = URL.parse(endpoint.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  return url;
}

/** Scheme, host and port: what a key is bound to; null when there is no valid URL. */
export const originOf = (endpoint: string): string | null => endpointUrl(endpoint)?.origin ?? null;

/** Host and port; null when there is no valid URL. */
export const endpointHost = (endpoint: string): string | null => endpointUrl(endpoint)?.host ?? null;

/** Whether this is the provider itself, not a server that uses its format. */
export const isOwnHost = (provider: ProviderName, endpoint: string): boolean =>
  endpointHost(endpoint) === endpointHost(catalog[provider].defaultEndpoint);
