import { priceAt, pricedModel } from './cost.ts';
import { canTake, isTextType, type ModelInfo, type Price } from './known-models.ts';
import type { ProviderName } from './question.ts';

/** What is certain about a model's tokens and their price; at hosts other than the provider's, nothing is. */
export interface Terms {
  /** By tokens of the question, since some prices are higher for a long one; null where no price is known. */
  priceAt(input: number): Pick<Price, 'input' | 'output'> | null;
  /** Tokens of question and answer together; infinite where unknown. */
  window: number;
  /** Tokens of the longest answer, thinking included; null where no limit is known. */
  longest: number | null;
  /** Upper bound of tokens for a file of this media type, sent as it is; null if unknown or not accepted. */
  maxFileTokens(mediaType: string): number | null;
}

/** The terms of a question. @param at when it is sent, in milliseconds since 1970 */
export function modelTerms(provider: ProviderName, model: string, endpoint: string, at: number): Terms {
  const info = pricedModel(provider, model, endpoint);
  return {
    priceAt: (input) => info && highestPrice(info, input, at),
    window: info?.contextWindow ?? Number.POSITIVE_INFINITY,
    longest: info?.maxOutputTokens ?? null,
    // The size of documents, sound and video does not reveal their length.
    maxFileTokens: (mediaType) =>
      isPicture(mediaType) && canTake(provider, model, mediaType) ? (info?.maxPictureTokens ?? null) : null,
  };
}

/** SVG is text. */
const isPicture = (mediaType: string) => /^\s*image\//i.test(mediaType) && !isTextType(mediaType);

const hour = 3_600_000;

/** The price may change while the model answers, and providers do not say which one applies. */
function highestPrice(info: ModelInfo, input: number, at: number): Pick<Price, 'input' | 'output'> | null {
  const prices = [at, at + hour].flatMap((time) => priceAt(info, input, time)?.price ?? []);
  if (prices.length === 0) return null;
  return {
    input: Math.max(...prices.map((price) => price.input)),
    output: Math.max(...prices.map((price) => price.output)),
  };
}
