import type { ListedModel, Listing, ModelInfo, ProviderName } from '@polylogue/providers';
import { providerOf } from '../catalog.ts';
import { endpointUrl, hostOf, isLocal, isLoopback, isOwnHost, travelsInClear } from '../endpoint.ts';
import { type FailureSentence, failureSentence } from '../failure-sentence.ts';
import type { Kept } from '../setting.ts';
import type { Bound, KeyFrom } from './beginning.ts';

/** Where the key lives and travels. */
export const keyPromise = (endpoint: string): string =>
  `Your key stays in this browser and goes only to ${hostOf(endpoint) ?? 'the endpoint below'}.`;

/** What else to know about the key. */
export function keyHint(endpoint: string, keyFrom: KeyFrom, bound: Bound | null): string | null {
  if (keyFrom === 'held-back' && bound) {
    const host = hostOf(endpoint) ?? 'this host';
    return `Your saved key belongs to ${bound.host}. Enter a key for ${host}, or go back to ${bound.host} and it returns.`;
  }
  return isLocal(endpoint) ? 'Type none for a server without a key.' : null;
}

/** The page where a key is made; null when the endpoint is not the provider's own. */
export const keyPage = (provider: ProviderName, endpoint: string): string | null =>
  isOwnHost(provider, endpoint) ? providerOf(provider).keyPage : null;

/** What is risky or hopeless about this address; null when nothing is. @param page the page's own protocol */
export function endpointWarning(endpoint: string, apiKey: string, page: string): string | null {
  if (page === 'https:' && endpointUrl(endpoint)?.protocol === 'http:' && !isLoopback(endpoint)) {
    return 'This page is encrypted, so the browser refuses to call an address that is not. Use an https:// address.';
  }
  const isSecret = apiKey.trim() !== '' && apiKey.trim() !== 'none';
  if (!travelsInClear(endpoint) || !isSecret) return null;
  return `The way to ${hostOf(endpoint)} is not encrypted: others on the network can read your key. Use https:// if the server offers it.`;
}

/** What the browser would not keep; null when it kept everything. */
export function unkeptWords(kept: Kept): string | null {
  if (!kept.setting) {
    return 'This browser does not store your settings (its storage is full or switched off). They work in this tab until it is closed.';
  }
  if (!kept.remembered) {
    return 'Your settings are stored, but the browser had no room to remember your other providers.';
  }
  return null;
}

/** The toast after a save. */
export function savedToast(provider: ProviderName, kept: Kept): { title: string; text: string } {
  const using = `Now using ${providerOf(provider).displayName}`;
  const unkept = unkeptWords(kept);
  return { title: 'Settings saved', text: unkept ? `${using}. ${unkept}` : using };
}

/** What a test of the key showed. */
export function testWords(
  provider: ProviderName,
  endpoint: string,
  listing: Listing,
): { isGood: true; text: string } | ({ isGood: false } & FailureSentence) {
  if (!listing.ok) return { isGood: false, ...failureSentence(listing.failure, provider, endpoint) };
  const count = listing.models.length;
  // Other servers may list their models to anyone: that says nothing about the key.
  const who = isOwnHost(provider, endpoint) ? 'The key works' : `${hostOf(endpoint)} answers`;
  if (count === 0) return { isGood: true, text: `${who}, but lists no models. Type the model’s name below.` };
  return {
    isGood: true,
    text: `${who}: ${count === 1 ? '1 model' : `${count} models`} to choose from below.`,
  };
}

/** Models to suggest: those the provider listed, else those we know of. */
export function suggestions(
  listed: readonly ListedModel[] | null,
  known: readonly ModelInfo[],
): { value: string; note?: string }[] {
  return (listed ?? known).map((model) => {
    const retires = 'retires' in model && model.retires ? `retires ${day(model.retires)}` : '';
    const window = model.contextWindow ? `${model.contextWindow.toLocaleString('en-US')} tokens` : '';
    const name = model.displayName && model.displayName !== model.id ? model.displayName : '';
    const note = [name, window, retires].filter(Boolean).join(' · ');
    return note ? { value: model.id, note } : { value: model.id };
  });
}

const day = (date: string) =>
  new Date(date).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
