import { defaultLend } from '@polylogue/sync/turns';
import {
  beforeSending,
  type Choice,
  isChosen,
  knownModels,
  readSetting,
  type SavedProvider,
  savedProviders,
} from '../../keys/index.ts';
import { type ModelEndpoint, tokenCounterFor } from '../models/model-terms.ts';
import type { LendTerms } from './lend-form.ts';

/** The connection that would be asked, without its key; null: none that can be used. */
export function connectionFor(choice?: Choice): ModelEndpoint | null {
  const setting = beforeSending(choice) === null ? readSetting(choice) : null;
  if (!setting) return null;
  const { type, config } = setting;
  return { provider: type, model: config.model, endpoint: config.endpoint };
}

/** The saved connections, the one in use first. */
export function savedInOrder(): readonly SavedProvider[] {
  const setting = readSetting();
  const saved = savedProviders();
  return [
    ...saved.filter((one) => isChosen(one, setting)),
    ...saved.filter((one) => !isChosen(one, setting)),
  ];
}

/**
 * What a saved connection costs right now, null where no price is known, whether its limits are guaranteed, and how long
 * its answers may be by default.
 */
export async function termsOf({
  provider,
  origin,
  model,
}: SavedProvider): Promise<LendTerms & { isBounded: boolean }> {
  const connection = connectionFor({ provider, origin, model });
  const counter = connection && (await tokenCounterFor(connection, true));
  const least = (await knownModels()).modelInfo(provider, model)?.leastMaxTokens ?? 0;
  return {
    price: counter?.priceAt(0) ?? null,
    isBounded: counter?.isBounded ?? true,
    // A model that thinks would otherwise end before its first word.
    longest: Math.max(defaultLend.longest, least),
  };
}
