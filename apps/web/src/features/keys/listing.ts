import type { Listing, ProviderSetting } from '@polylogue/providers';
import { type Dependencies, refusalOf, unknownFailure, unreachableFailure } from './answer.ts';
import { maskedFailure } from './masked-answer.ts';
import { type Masker, masker } from './masking.ts';
import type { Choice } from './setting-reader.ts';

/** The models that the key of this setting has access to. Never throws. */
export async function modelsAt(
  { settings, adapters: load }: Dependencies,
  setting: ProviderSetting,
  signal?: AbortSignal,
): Promise<Listing> {
  const adapters = await load().catch(() => null);
  if (!adapters) return { ok: false, failure: unreachableFailure };
  try {
    const listing = await adapters.availableModels(setting, signal ? { signal } : {});
    return maskedListing(masker([...settings.keys(), setting.config.apiKey]), listing);
  } catch {
    return { ok: false, failure: unknownFailure };
  }
}

/** The same of the chosen or a saved connection: its key goes to the origin it was saved for, or nowhere. */
export async function modelsOfSaved(
  deps: Dependencies,
  choice?: Choice,
  signal?: AbortSignal,
): Promise<Listing> {
  const stored = deps.settings.stored(choice);
  const refusal = refusalOf(stored, choice);
  if (stored.state !== 'set' || refusal) return { ok: false, failure: refusal ?? unknownFailure };
  return modelsAt(deps, stored.setting, signal);
}

function maskedListing(masker: Masker, listing: Listing): Listing {
  if (!listing.ok) return { ok: false, failure: maskedFailure(masker, listing.failure) };
  const models = listing.models.map((model) => ({
    ...model,
    id: masker.text(model.id),
    ...(model.displayName !== undefined && { displayName: masker.text(model.displayName) }),
  }));
  return { ok: true, models };
}
