import type { Listing, ProviderSetting } from '@polylogue/providers';
import { providerOf } from '../catalog.ts';
import { endpointUrl, isOwnHost } from '../endpoint.ts';
import { modelsOfTyped } from '../late-wiring.ts';

export interface FoundModels {
  /** With the endpoint that answered. */
  setting: ProviderSetting;
  listing: Listing;
}

/** A new address that was tried. `listing`: null if it did not answer in time. */
export interface Tried {
  listing: Listing | null;
}

/** The models at this endpoint; when a bare address has none, those under its `/v1`: same origin, same key. */
export async function findModels(setting: ProviderSetting, signal?: AbortSignal): Promise<FoundModels> {
  const listing = await modelsOfTyped(setting, signal);
  const versioned = listing.ok ? null : versionedEndpoint(setting);
  if (!versioned || signal?.aborted) return { setting, listing };
  const other = { ...setting, config: { ...setting.config, endpoint: versioned } };
  const second = await modelsOfTyped(other, signal);
  return second.ok ? { setting: other, listing: second } : { setting, listing };
}

/** The address with `/v1` added; null when it has a version or a full path already, or is a provider's own. */
export function versionedEndpoint({ type, config }: ProviderSetting): string | null {
  const url = endpointUrl(config.endpoint);
  if (!url || providerOf(type).hasOwnFormat || isOwnHost(type, config.endpoint)) return null;
  const parts = url.pathname.split('/').filter((part) => part !== '');
  if (/^(v\d+|completions)$/.test(parts.at(-1) ?? '')) return null;
  url.pathname = [...parts, 'v1'].join('/');
  return url.href;
}
