import { type ContextFile, type ModelTerms, maxTokensOf } from '@polylogue/sync/turns';
import { catalogue, knownModels, type ProviderName, providerOf, type Usage } from '../../keys/index.ts';

/** Whom a question goes to, without the key. */
export interface ModelEndpoint {
  provider: ProviderName;
  model: string;
  endpoint: string;
}

/** Tokens of the window of a model that is not known. */
const unknownWindow = 32_000;
/** An estimate may fall short of the bill; this margin is enough where only the member's own money is at stake. */
const ownMargin = 1.25;

/** The price and limits of a model, and how its tokens are counted. */
export interface TokenCounter extends ModelTerms {
  tokensOf(text: string): number;
  fileTokensOf(file: ContextFile): number;
  accepts(mediaType: string): boolean;
  /** Whether the answer limit is guaranteed to include what the model thinks. */
  isBounded: boolean;
  /** What usage costs at most in US dollars; null: no price is known. */
  usdOf(usage: { input: number; output: number }): number | null;
  /** What usage costs, as the provider says or by its list price; null: no price is known. */
  listUsdOf(usage: Usage): number | null;
}

/**
 * @param isStrict for another member's question: tokens are counted at an upper bound, and files without one are left
 * out
 */
export async function tokenCounterFor(
  { provider, model, endpoint }: ModelEndpoint,
  isStrict: boolean,
): Promise<TokenCounter> {
  const [count, known] = await Promise.all([catalogue.fetch(), knownModels()]);
  const terms = count.modelTerms(provider, model, endpoint, Date.now());
  const window = terms.window === Number.POSITIVE_INFINITY ? windowOf() : terms.window;
  const isBounded =
    !providerOf(provider).isThinkingUnlimited || known.modelInfo(provider, model)?.reasoning === false;
  const perUsual = count.tokenRatioOf(provider, model);
  const usdOf = ({ input, output }: { input: number; output: number }) => {
    const price = terms.priceAt(input);
    return price && (input * price.input + output * price.output) / 1_000_000;
  };
  const listUsdOf = (usage: Usage) =>
    count.costOfUsage(usage, count.pricedModel(provider, model, endpoint), Date.now())?.usd ?? null;

  function windowOf() {
    return known.modelInfo(provider, model)?.contextWindow ?? unknownWindow;
  }

  if (isStrict) {
    return {
      ...terms,
      isBounded,
      window,
      tokensOf: maxTokensOf,
      fileTokensOf: ({ media_type }) => terms.maxFileTokens(media_type) ?? Number.POSITIVE_INFINITY,
      accepts: (mediaType) => terms.maxFileTokens(mediaType) !== null,
      usdOf,
      listUsdOf,
    };
  }
  return {
    ...terms,
    isBounded,
    window,
    tokensOf: (text) => Math.ceil(count.estimateTokens(text) * perUsual * ownMargin),
    fileTokensOf: ({ media_type, size }) => Math.ceil(count.estimateFileTokens(media_type, size) * ownMargin),
    accepts: (mediaType) => known.canTake(provider, model, mediaType) && !known.isTextType(mediaType),
    usdOf,
    listUsdOf,
  };
}
