import type { Failure, Listing, ProviderSetting } from '@polylogue/providers';
import { storage } from '../../lib/state/storage.ts';
import * as answering from './answer.ts';
import { missingFrom } from './before-sending.ts';
import { otherHost } from './endpoint.ts';
import { failureSentence } from './failure-sentence.ts';
import { dueAt, type Listed, listedAt, rememberListed } from './listed.ts';
import { masker } from './masking.ts';
import * as modelInfo from './model-info.ts';
import { type Choice, openSettings, type SavedProvider, type SaveResult } from './setting.ts';

// The one place of this folder that holds real things; everything else gets them as arguments.
export const settings = openSettings(storage);
if (typeof window !== 'undefined') {
  // Devtools of this very tab fire no event; coming back from them does.
  window.addEventListener('focus', () => settings.reread());
  // A page that comes back from the back/forward cache has missed what other tabs did.
  window.addEventListener('pageshow', ({ persisted }) => persisted && settings.reread());
}

/** What asks providers: a chunk of its own. */
const adapters = () => import('@polylogue/providers/asking');

/** What is known of models: a chunk of its own. */
export const knownModels = () => import('@polylogue/providers/known-models');

/** What models take, hold and cost: a chunk of its own. */
export const counting = () => import('@polylogue/providers/counting');

/** The setting stored at this moment, or saved for `choice`; null when there is none we support. */
export const readSetting = (choice?: Choice | null): ProviderSetting | null => settings.read(choice);

/** The providers that can be asked right now, without their keys: each can be a `Choice`. */
export const savedProviders = (): readonly SavedProvider[] => settings.saved();

/** Calls back after every change of the stored setting, here or in another tab. */
export const onSettingChanged = (listener: () => void): (() => void) => settings.listen(listener);

/** What stands in the way of sending at this moment, as a toast's title and text; null when nothing does. */
export const beforeSending = (choice?: Choice | null): { title: string; text: string } | null =>
  missingFrom(settings.stored(choice));

/** A text without the saved keys in it; the same text when there is none. */
export const withoutKeys = (text: string): string => masker(settings.keys()).text(text);

/** Asks the provider stored at this moment. The last event is `ended` or `failed`, unless aborted; never throws. */
export const answer = (question: answering.ChatQuestion, signal: AbortSignal): answering.Answer =>
  answering.answer({ settings, adapters, remember }, question, signal);

/** The models a key may ask: of the given setting, else of the stored one. Never throws. */
export const models = (setting?: ProviderSetting, signal?: AbortSignal): Promise<Listing> =>
  answering.models({ settings, adapters }, setting, signal);

/** Fetches what the first question will need, so that it does not wait for it. */
export const warmUp = (): void => void adapters().catch(() => undefined);

/** The stored model info: of the model last saved or last named by a reply. */
export const storedModelInfo = (): modelInfo.ModelFacts | null => modelInfo.readModelInfo(storage);

/** Stores what is known of a model that was saved or has answered. */
export const storeModelInfo = (facts: modelInfo.ModelFacts): void => modelInfo.writeModelInfo(storage, facts);

/** Asks a saved connection which models it has; they are good to choose from while the page lives. Never throws. */
export async function listModels(choice: Choice, signal?: AbortSignal): Promise<Listing> {
  const setting = settings.read(choice);
  const listing = await answering.modelsOf({ settings, adapters }, choice, signal);
  if (setting && listing.ok && listing.models.length > 0) rememberListed(setting, listing.models);
  return listing;
}

/** What a saved connection listed so far, and whether it is time to ask it. */
export function listedBy(choice: Choice): Listed {
  const setting = settings.read(choice);
  if (!setting) return { models: null, isElsewhere: true, due: 'on-request' };
  return { models: listedAt(setting), isElsewhere: otherHost(setting) !== null, due: dueAt(setting) };
}

/** A failed listing, in a few words, and what helps. */
export function listingFailure(choice: Choice, failure: Failure): string {
  const { cause, hint } = failureSentence(failure, choice.provider, settings.read(choice)?.config.endpoint);
  return hint ? `${cause} ${hint}` : cause;
}

/** Tokens the chosen model reads and writes at once; null where nobody says. */
export function contextWindow(known: modelInfo.KnownModels): number | null {
  const setting = settings.read();
  if (!setting) return null;
  const { type, config } = setting;
  const stored = storedModelInfo();
  // A reply names its model with a date: gpt-4o answers as gpt-4o-2024-08-06, and gpt-4o is no gpt-4.
  if (stored?.contextWindow && `${stored.version}-`.startsWith(`${config.model}-`))
    return stored.contextWindow;
  const listed = listedAt(setting)?.find(({ id }) => id === config.model);
  return modelInfo.factsOf(known, type, config.model, listed).contextWindow;
}

/** Makes a saved provider the chosen one, as saving does. Null when nothing usable is saved for it. */
export function switchTo(choice: Choice): SaveResult | null {
  const stored = settings.stored(choice);
  if (stored.state !== 'set' || stored.problem !== null) return null;
  const { setting } = stored;
  const result = settings.save(setting);
  const listed = listedAt(setting)?.find(({ id }) => id === setting.config.model);
  const write = (known: modelInfo.KnownModels) =>
    storeModelInfo(modelInfo.factsOf(known, setting.type, setting.config.model, listed));
  knownModels().then(write, () => write({ modelInfo: () => null }));
  return result;
}

async function remember(setting: ProviderSetting, model: string) {
  const known = await knownModels().catch(() => ({ modelInfo: () => null }));
  const facts = modelInfo.factsAfterReply(known, setting, model, storedModelInfo());
  if (facts) storeModelInfo(facts);
}
