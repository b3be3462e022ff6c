import type { ListedModel, Listing, ModelInfo, ProviderName, ProviderSetting } from '@polylogue/providers';
import { counted, manyOf } from '../../../lib/text/counts.ts';
import { providerOf } from '../catalog.ts';
import {
  endpointHost,
  endpointUrl,
  isElsewhere,
  isLoopback,
  isOwnHost,
  isUnencrypted,
  originOf,
} from '../endpoint.ts';
import { type FailureSentence, failureSentence } from '../failure-sentence.ts';
import { isForEveryone } from '../presets.ts';
import type { SaveResult } from '../setting-entries.ts';
import { storageWarning } from '../storage-warning.ts';
import { isNoKey, type Stored } from '../stored-setting.ts';
import type { Tried } from './find-models.ts';
import type { BoundKey, KeyFrom } from './initial-fields.ts';

/** Hints about the key, one sentence each: why it is not shown, whether one is needed, where it is stored. */
export function keyHints(
  type: ProviderName,
  endpoint: string,
  keyFrom: KeyFrom,
  bound: BoundKey | null,
): string[] {
  const host = endpointHost(endpoint);
  const hints = [`Your key stays in this browser and goes only to ${host ?? 'the endpoint given here'}.`];
  if (isElsewhere(type, endpoint) && !isForEveryone(endpoint))
    hints.unshift('Type none for a server without a key.');
  if (keyFrom === 'held-back' && bound) {
    const [saved, current] = distinguished(bound.origin, endpoint);
    hints.unshift(`Your saved key is for ${saved}. Enter the key for ${current ?? 'this address'}.`);
  }
  return hints;
}

/** Two places by their hosts, or by their full origins when the hosts are the same. */
function distinguished(a: string, b: string): (string | null)[] {
  const hosts = [endpointHost(a) ?? a, endpointHost(b)];
  return hosts[0] === hosts[1] ? [a, originOf(b)] : hosts;
}

/** The page where keys are created; null when the endpoint is not the provider's own. */
export const keyPage = (provider: ProviderName, endpoint: string): string | null =>
  isOwnHost(provider, endpoint) ? providerOf(provider).keyPage : null;

/** Why this address is risky or cannot work; null when neither. @param page the page's own protocol */
export function endpointWarning(endpoint: string, apiKey: string, page: string): string | null {
  if (page === 'https:' && endpointUrl(endpoint)?.protocol === 'http:' && !isLoopback(endpoint)) {
    return 'This page is encrypted, so the browser refuses to call an address that is not. Use an https:// address.';
  }
  if (!isUnencrypted(endpoint) || isNoKey(apiKey)) return null;
  return `The connection to ${endpointHost(endpoint)} is not encrypted: others on the network can read your key. Use https:// if the server offers it.`;
}

/** What is wrong with the stored provider itself; null when nothing is. */
export const unsupportedWords = (stored: Stored): string | null =>
  stored.state === 'unsupported'
    ? `The stored provider “${stored.provider}” is not supported. Choose one of these.`
    : null;

/** How an address was corrected. */
export const correctedWords = (before: string, endpoint: string): string =>
  `${before} was corrected to ${endpoint}.`;

/** The toast after a save. @param tried what answered at a new address */
export function savedToast(
  setting: ProviderSetting,
  result: SaveResult,
  tried?: Tried,
): { title: string; text: string } {
  const using = `Now using ${providerOf(setting.type).displayName}`;
  const more = [tried && triedWords(setting, tried), storageWarning(result)].filter(Boolean);
  return { title: 'Settings saved', text: [using, ...more].join('. ') };
}

function triedWords({ type, config }: ProviderSetting, { listing }: Tried): string {
  const host = endpointHost(config.endpoint) ?? '';
  if (!listing) return `${host} has not answered yet`;
  if (!listing.ok) return failureSentence(listing.failure, type, config.endpoint).text;
  const ids = listing.models.map(({ id }) => id);
  if (ids.length === 0 || ids.includes(config.model)) return `${host} answers`;
  return `${host} answers, but does not list ${config.model}: choose one of its ${manyOf(ids.length, 'model')}`;
}

/** The result of testing the key. */
export function testWords(
  { type, config }: ProviderSetting,
  listing: Listing,
): { isGood: true; text: string } | ({ isGood: false } & FailureSentence) {
  const { endpoint } = config;
  if (!listing.ok) return { isGood: false, ...failureSentence(listing.failure, type, endpoint) };
  const count = listing.models.length;
  // Other servers may list their models for anyone: that says nothing about the key.
  const who = isOwnHost(type, endpoint) ? 'The key works' : `${endpointHost(endpoint)} answers`;
  if (count === 0) return { isGood: true, text: `${who}, but lists no models. Type the model’s name.` };
  return {
    isGood: true,
    text: `${who}: ${manyOf(count, 'model')} to choose from.`,
  };
}

/** Models to suggest: those the provider listed, otherwise those we know. */
export function suggestions(
  listed: readonly ListedModel[] | null,
  known: readonly ModelInfo[],
): { value: string; note?: string }[] {
  return (listed ?? known).map((model) => {
    const retires = 'retires' in model && model.retires ? `retires ${day(model.retires)}` : '';
    const window = model.contextWindow ? `${counted(model.contextWindow)} tokens` : '';
    const name = model.displayName && model.displayName !== model.id ? model.displayName : '';
    const note = [name, window, retires].filter(Boolean).join(' · ');
    return note ? { value: model.id, note } : { value: model.id };
  });
}

const day = (date: string) =>
  new Date(date).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
