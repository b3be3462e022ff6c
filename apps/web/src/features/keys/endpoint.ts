import type { ProviderName, ProviderSetting } from '@polylogue/providers';
import { endpointHost, endpointUrl, isOwnHost } from '@polylogue/providers/endpoint';
import { isPlaceholder } from '@polylogue/providers/placeholder';

export { endpointHost, endpointUrl, isOwnHost, originOf } from '@polylogue/providers/endpoint';

/** Whether an address is not the provider's own, but of a server that only uses its format. */
export const isElsewhere = (provider: ProviderName, endpoint: string): boolean =>
  endpointHost(endpoint) !== null && !isOwnHost(provider, endpoint);

/** A host that only uses the chosen provider's format; null for the provider itself. */
export const otherHost = ({ type, config }: ProviderSetting): string | null =>
  isOwnHost(type, config.endpoint) ? null : endpointHost(config.endpoint);

/** This machine: requests to it never cross a network. */
export function isLoopback(endpoint: string): boolean {
  const name = endpointUrl(endpoint)?.hostname ?? '';
  return /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1\])$/.test(name);
}

/** This machine or one on the same network, where servers without keys live. */
export function isLocal(endpoint: string): boolean {
  const name = endpointUrl(endpoint)?.hostname ?? '';
  if (name === '') return false;
  return isLoopback(endpoint) || localNames.test(name) || localAddresses.test(name);
}

const localNames = /^[^.[\]]+$|\.(local|lan|home|internal|home\.arpa)$/;
const localAddresses =
  /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)[\d.]+$|^\[f[cd][0-9a-f]{2}:|^\[fe[89ab][0-9a-f]:/;

/** Whether a key sent there could be read by others on the way. */
export const isUnencrypted = (endpoint: string): boolean =>
  endpointUrl(endpoint)?.protocol === 'http:' && !isLoopback(endpoint);

/** Whether the address itself carries a key: addresses land in logs and error texts, keys must not. */
export function carriesKey(endpoint: string, apiKey: string): boolean {
  const url = endpointUrl(endpoint);
  if (!url) return false;
  if (apiKey.length >= 8 && !isPlaceholder(apiKey) && decoded(url.href).includes(apiKey)) return true;
  return [...url.searchParams.keys()].some((name) =>
    /^(key|token|(x-)?api[-_]?key|access[-_]token)$/i.test(name),
  );
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}
