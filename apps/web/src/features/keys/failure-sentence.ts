import type { Failure, ProviderName } from '@polylogue/providers';
import { providerOf } from './catalog.ts';
import { endpointHost, endpointUrl, isElsewhere, isLocal } from './endpoint.ts';
import { corsSettingOf, isForEveryone, serverOf } from './presets.ts';

/** A failure in words for people: `text` is the specification's sentence. */
export interface FailureSentence {
  /** Display name and 'Error'. */
  title: string;
  text: string;
  /** The reason in a few words, among the details; the text is in the toast. */
  cause: string;
  /** The provider's own message in quotation marks, shown under the text when that would mislead. */
  quote?: string;
  /** What else may be behind it, when the text alone would mislead. */
  hint?: string;
  /** The provider's own words, when they differ from the text. */
  details?: string;
}

/**
 * The specification's rewriting: keywords in the message decide, in this order, in upper or lower case;
 * without a keyword the status decides; everything else keeps the provider's words. When the status and codes mean
 * something different from the keyword, those words are shown as well.
 */
const rules = [
  {
    pattern: /api key/i,
    means: ['key'],
    is: (failure: Failure) => failure.status === 401,
    text: (name: string) => `Invalid ${name} API key. Please check your settings`,
  },
  {
    pattern: /quota|rate limit/i,
    means: ['rate-limit'],
    is: (failure: Failure) => failure.status === 429,
    text: (name: string) => `${name} API rate limit exceeded. Please try again later`,
  },
  {
    pattern: /connect|network/i,
    means: ['connect', 'offline'],
    is: (failure: Failure) => failure.kind === 'connect' || failure.kind === 'offline',
    text: (name: string) => `Unable to connect to ${name}. Please check your internet connection`,
  },
];

/** Wording that mentions the key and finds nothing wrong with it. */
const clearsKey = /\bkey (?:itself )?(?:is|was|looks|seems) (?:fine|ok|okay|good|valid|correct|accepted)\b/i;

/** @param endpoint where the question was sent; makes the hint more precise */
export function failureSentence(
  failure: Failure,
  provider: ProviderName | null,
  endpoint = '',
): FailureSentence {
  if (provider && isUnanswered(failure, provider, endpoint)) return nothingAnswers(endpoint);
  const entry = provider && providerOf(provider);
  const message = failure.message.trim();
  const rule = rules.find(({ pattern }) => pattern.test(message)) ?? rules.find(({ is }) => is(failure));
  const text = rule ? rule.text(entry?.name ?? 'AI provider') : message || 'An unexpected error occurred';
  const misleads =
    rule && (!rule.means.includes(failure.kind) || (failure.kind === 'key' && clearsKey.test(message)));
  const hint = failure.kind === 'connect' && provider === 'openai' ? wrongKeyHint : '';
  const details = failure.details?.trim() || (text === message ? '' : message);
  return {
    title: entry ? `${entry.displayName} Error` : 'AI Provider Error',
    text,
    cause: rule ? causes[failure.kind]?.(whoOf(provider, endpoint)) || message || text : text,
    ...(misleads && message ? { quote: `“${message}”` } : {}),
    ...(hint ? { hint } : {}),
    ...(details ? { details } : {}),
  };
}

/** The reason behind the specification's sentence, where the message was rewritten. */
const causes: Partial<Record<Failure['kind'], (who: string) => string>> = {
  key: (who) => `${who} did not accept this key.`,
  permission: (who) => `${who} refused this request.`,
  'no-credit': (who) => `${who} reports no credit left for this key.`,
  'rate-limit': (who) => `${who} accepts no more requests for now.`,
  connect: (who) => `${who} could not be reached.`,
  offline: () => 'This device is offline. Your message is kept: retry once you are connected again.',
};

/** Nothing answers at a server of one's own: another key would change nothing. */
const isUnanswered = ({ kind }: Failure, provider: ProviderName, endpoint: string) =>
  kind === 'connect' && isElsewhere(provider, endpoint);

/** Whether another address may help, and another key would change nothing. */
export const isAboutAddress = (failure: Failure, provider: ProviderName, endpoint: string) =>
  isUnanswered(failure, provider, endpoint) || (failure.kind === 'bad-answer' && !failure.retryable);

/**
 * A server that only uses a provider's format: neither the provider nor a key has anything to do with it. The browser's
 * own words (“Failed to fetch”) say no more.
 */
function nothingAnswers(endpoint: string): FailureSentence {
  const host = endpointHost(endpoint) ?? '';
  const server = serverOf(endpoint);
  const said = { title: `${server ?? host} Error`, cause: `${host} could not be reached.` };
  // It runs all the time: more likely this device has no connection.
  if (isForEveryone(endpoint))
    return { ...said, text: `Unable to connect to ${server}. Please check your internet connection` };
  const who = server ?? 'the server';
  const calls = `If ${who} is running, it may not allow calls from this page (${corsSettingOf(endpoint)})`;
  // Chrome asks once, and says no more than that it failed.
  const network = isLocal(endpoint)
    ? ', or the browser does not let this page reach the local network (see the icon beside its address)'
    : '';
  const isMixed = globalThis.location?.protocol === 'https:' && endpointUrl(endpoint)?.protocol === 'http:';
  const mixed = isMixed ? ' Some browsers call no http:// address from an https:// page.' : '';
  return {
    ...said,
    text: `Nothing answers at ${host}. Is ${who} running?`,
    hint: `${calls}${network}.${mixed}`,
  };
}

/** The company, or the host that only uses its format. */
function whoOf(provider: ProviderName | null, endpoint: string): string {
  if (!provider) return 'The provider';
  return (isElsewhere(provider, endpoint) && endpointHost(endpoint)) || providerOf(provider).company;
}

// Problems that look like being offline to a page, but are not.
const wrongKeyHint =
  'A wrong key looks like this too: openai refuses it in a way that a web page cannot read.';
