import type { ProviderSetting } from '@polylogue/providers';
import { registerKeys } from '../../lib/drafts/saved-keys.ts';
import { stays } from '../../lib/drafts/unsaved-work.ts';
import { lazy } from '../../lib/lazy/lazy.ts';
import { storage, tabStorage } from '../../lib/state/storage.ts';
import * as answering from './answer.ts';
import { missingFrom } from './before-sending.ts';
import { convertEarlierSettings } from './earlier-settings.ts';
import { listedAt } from './listed.ts';
import { masker } from './masking.ts';
import * as modelInfo from './model-info.ts';
import { openSettings } from './setting.ts';
import type { SaveResult } from './setting-entries.ts';
import type { Choice, SavedProvider } from './setting-reader.ts';

// With late-wiring.ts, the only file in this folder that uses real dependencies; everything else gets them as arguments.
convertEarlierSettings(storage);
export const settings = openSettings(storage, tabStorage);
if (typeof window !== 'undefined') {
  // A change in this tab's devtools fires no event; returning from them does.
  window.addEventListener('focus', () => settings.reread());
  // A page restored from the back/forward cache has missed changes made in other tabs.
  window.addEventListener('pageshow', ({ persisted }) => persisted && settings.reread());
  registerKeys({ mask: (text) => masker(settings.keys()).text(text), listen: settings.onConnectionsChanged });
}

/** The code that asks providers, in its own chunk. */
export const adapters = () => import('@polylogue/providers/asking');

/** What is known about models, in its own chunk. */
export const knownModels = () => import('@polylogue/providers/known-models');

/** What is known about models: what they accept, hold and cost. In its own chunk: nothing on the first screen needs it. */
export const catalogue = lazy(() => import('@polylogue/providers/counting'));
export type ModelCatalogue = typeof import('@polylogue/providers/counting');

/** The currently stored setting, or the one saved for `choice`; null when there is none we support. */
export const readSetting = (choice?: Choice | null): ProviderSetting | null => settings.read(choice);

/** The saved providers that can be used right now, without their keys; each can serve as a `Choice`. */
export const savedProviders = (): readonly SavedProvider[] => settings.saved();

/** Calls back once the chosen connection or a saved one is another, its key included, here or in another tab. */
export const { onConnectionsChanged } = settings;

/** Calls back after every change of the stored setting, here or in another tab. */
export const onSettingChanged = (listener: () => void): (() => void) => settings.listen(listener);

/** What prevents sending right now, as a toast's title and text; null when nothing does. */
export const beforeSending = (choice?: Choice | null): { title: string; text: string } | null =>
  missingFrom(settings.stored(choice));

/** Asks the currently stored provider. The last event is `ended` or `failed`, unless aborted; never throws. */
export const answer = (question: answering.ChatQuestion, signal: AbortSignal): answering.Answer =>
  answering.answerWith({ settings, adapters, stays }, question, signal);

/** The same for a reply of a chat: the info about the model that answers is stored. */
export const answerInChat: typeof answer = (question, signal) =>
  answering.answerWith({ settings, adapters, remember, stays }, question, signal);

/** Prefetches what the first question will need, so that it does not have to wait. */
export const warmUp = (): void => void adapters().catch(() => undefined);

/** The stored model info: of the model last saved or last named by a reply. */
export const storedModelInfo = (): modelInfo.ModelFacts | null => modelInfo.readModelInfo(storage);

/** Stores what is known about a model that was saved or has answered. */
export const storeModelInfo = (facts: modelInfo.ModelFacts): void => modelInfo.writeModelInfo(storage, facts);

/** Uses a saved connection in this tab alone, until another model is chosen in it; null: the chosen one again. */
export const chooseInTab = (choice: Choice | null): void => settings.chooseInTab(choice);

/** Makes a saved provider the chosen one, as saving it would. Null when nothing usable is saved for it. */
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
