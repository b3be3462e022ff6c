import type { Failure, ProviderName } from '@polylogue/providers';
import { providerOf } from './catalog.ts';
import { isLocal } from './endpoint.ts';

/** A failure in words for a person. */
export interface FailureSentence {
  /** Display name and 'Error'. */
  title: string;
  text: string;
  /** What else may be behind it, where the text alone would mislead. */
  hint?: string;
  /** The provider's own words, when they differ from the text. */
  details?: string;
}

/**
 * The specification's rewriting: keywords in the message decide, in this order, in any case of letters;
 * where no keyword is found the status helps; everything else keeps the provider's words.
 */
const rules = [
  {
    says: /api key/i,
    is: (failure: Failure) => failure.status === 401,
    text: (name: string) => `Invalid ${name} API key. Please check your settings`,
  },
  {
    says: /quota|rate limit/i,
    is: (failure: Failure) => failure.status === 429,
    text: (name: string) => `${name} API rate limit exceeded. Please try again later`,
  },
  {
    says: /connect|network/i,
    is: (failure: Failure) => failure.kind === 'connect',
    text: (name: string) => `Unable to connect to ${name}. Please check your internet connection`,
  },
];

/** @param endpoint where the question went; it sharpens the hint */
export function failureSentence(
  failure: Failure,
  provider: ProviderName | null,
  endpoint = '',
): FailureSentence {
  const entry = provider && providerOf(provider);
  const said = failure.message.trim();
  const rule = rules.find(({ says }) => says.test(said)) ?? rules.find(({ is }) => is(failure));
  const text = rule ? rule.text(entry?.name ?? 'AI provider') : said || 'An unexpected error occurred';
  const hint = failure.kind === 'connect' ? connectHint(provider, endpoint) : '';
  const details = failure.details?.trim() || (text === said ? '' : said);
  return {
    title: entry ? `${entry.displayName} Error` : 'AI Provider Error',
    text,
    ...(hint ? { hint } : {}),
    ...(details ? { details } : {}),
  };
}

/** What looks like being offline to a page, but is not. */
function connectHint(provider: ProviderName | null, endpoint: string): string {
  const mayBe = [];
  if (provider === 'openai') {
    mayBe.push('A wrong key looks like this too: openai refuses it in a way that a web page cannot read.');
  }
  if (isLocal(endpoint)) {
    mayBe.push(
      'A server of your own must allow calls from this page (OLLAMA_ORIGINS in Ollama, “Enable CORS” in LM Studio).',
    );
  }
  return mayBe.join(' ');
}
