import { atMostTokens, type ContextFile, type ModelTerms } from '@polylogue/sync';
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
  const facts = known.modelInfo(provider, model);
  const priced = count.pricedModel(provider, model, endpoint);
  const priceAt = (input: number) => {
    const found = priced && count.priceAt(priced, input, Date.now());
    return found ? { input: found.price.input, output: found.price.output } : null;
  };
  const perUsual = count.tokensPerUsual(provider, model);
  return {
    priceAt,
    window: facts?.contextWindow ?? unknownWindow,
    longest: facts?.maxOutputTokens ?? null,
    tokensOf: (text) =>
      isStrict ? atMostTokens(text) : Math.ceil(count.estimateTokens(text) * perUsual * ownMargin),
    fileTokensOf: ({ media_type, size }) => Math.ceil(count.estimateFileTokens(media_type, size) * ownMargin),
    takes: (mediaType) => !isStrict && known.canTake(provider, model, mediaType) && !known.isText(mediaType),
    usdOf({ input, output }) {
      const price = priceAt(input);
      return price && (input * price.input + output * price.output) / 1_000_000;
    },
  };
}
