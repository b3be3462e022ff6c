import { atMostTokens, type ContextFile, type ModelTerms } from '@polylogue/sync/turns';
import { counting, knownModels, type ProviderName } from '../keys/index.ts';

/** Whom a question goes to, without the key. */
export interface Connection {
  provider: ProviderName;
  model: string;
  endpoint: string;
}

/** Tokens of the window of a model that is not known. */
const unknownWindow = 32_000;
/** What is counted may be less than what is billed, where only one's own money is at stake. */
const ownMargin = 1.25;

/** What a model costs and holds, and how its question is counted. */
export interface Counted extends ModelTerms {
  tokensOf(text: string): number;
  fileTokensOf(file: ContextFile): number;
  takes(mediaType: string): boolean;
  /** Whether the limit of an answer is sure to hold, with what the model thinks. */
  isBounded: boolean;
  /** What usage costs in US dollars; null: no price is known. */
  usdOf(usage: { input: number; output: number }): number | null;
}

/**
 * @param isStrict for somebody else's question: tokens are counted at an upper bound, and files that have none are left
 * out
 */
export async function countedFor(
  { provider, model, endpoint }: Connection,
  isStrict: boolean,
): Promise<Counted> {
  const [count, known] = await Promise.all([counting(), knownModels()]);
  const terms = count.termsOf(provider, model, endpoint, Date.now());
  const window = terms.window === Number.POSITIVE_INFINITY ? windowOf() : terms.window;
  // xAI says in one place that thinking counts within the limit of an answer, and in another that it does not.
  const isBounded = provider !== 'grok' || known.modelInfo(provider, model)?.reasoning === false;
  const perUsual = count.tokensPerUsual(provider, model);
  const usdOf = ({ input, output }: { input: number; output: number }) => {
    const price = terms.priceAt(input);
    return price && (input * price.input + output * price.output) / 1_000_000;
  };

  function windowOf() {
    return known.modelInfo(provider, model)?.contextWindow ?? unknownWindow;
  }

  if (isStrict) {
    return {
      ...terms,
      isBounded,
      window,
      tokensOf: atMostTokens,
      fileTokensOf: ({ media_type }) => terms.mostFileTokens(media_type) ?? Number.POSITIVE_INFINITY,
      takes: (mediaType) => terms.mostFileTokens(mediaType) !== null,
      usdOf,
    };
  }
  return {
    ...terms,
    isBounded,
    window,
    tokensOf: (text) => Math.ceil(count.estimateTokens(text) * perUsual * ownMargin),
    fileTokensOf: ({ media_type, size }) => Math.ceil(count.estimateFileTokens(media_type, size) * ownMargin),
    takes: (mediaType) => known.canTake(provider, model, mediaType) && !known.isText(mediaType),
    usdOf,
  };
}
