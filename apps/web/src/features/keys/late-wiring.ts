import type { Failure, Listing, ProviderSetting } from '@polylogue/providers';
import { dueAt, type Listed } from './due.ts';
import { otherHost } from './endpoint.ts';
import { failureSentence } from './failure-sentence.ts';
import { listedAt, rememberListed } from './listed.ts';
import { modelsAt, modelsOfSaved } from './listing.ts';
import { factsOf, type KnownModels } from './model-info.ts';
import type { Choice } from './setting-reader.ts';
import { adapters, settings, storedModelInfo } from './wiring.ts';

// What no first screen needs of wiring.ts.

/** The models that a key just typed has access to. Never throws. */
export const modelsOfTyped = (setting: ProviderSetting, signal?: AbortSignal): Promise<Listing> =>
  modelsAt({ settings, adapters }, setting, signal);

/** Lists the models of a saved connection; they can be chosen while the page is open. Never throws. */
export async function listModels(choice: Choice, signal?: AbortSignal): Promise<Listing> {
  const setting = settings.read(choice);
  const listing = await modelsOfSaved({ settings, adapters }, choice, signal);
  if (setting && listing.ok && listing.models.length > 0) rememberListed(setting, listing.models);
  return listing;
}

/** What a saved connection has listed so far, and whether to ask it now. */
export function listedBy(choice: Choice): Listed {
  const setting = settings.read(choice);
  if (!setting) return { models: null, isElsewhere: true, due: 'on-request' };
  return { models: listedAt(setting), isElsewhere: otherHost(setting) !== null, due: dueAt(setting) };
}

/** Why a listing failed, in a few words, and what helps. */
export function listingFailure(choice: Choice, failure: Failure): string {
  const { cause, hint } = failureSentence(failure, choice.provider, settings.read(choice)?.config.endpoint);
  return hint ? `${cause} ${hint}` : cause;
}

/** The chosen model's context window in tokens; null when unknown. */
export function contextWindow(known: KnownModels): number | null {
  const setting = settings.read();
  if (!setting) return null;
  const { type, config } = setting;
  const stored = storedModelInfo();
  // A reply names its model with a date: gpt-4o answers as gpt-4o-2024-08-06, and gpt-4o is not gpt-4.
  if (stored?.contextWindow && `${stored.version}-`.startsWith(`${config.model}-`))
    return stored.contextWindow;
  const listed = listedAt(setting)?.find(({ id }) => id === config.model);
  return factsOf(known, type, config.model, listed).contextWindow;
}
