import type { Usage } from './answer.ts';
import { isOwnHost } from './endpoint.ts';
import { type ModelInfo, modelInfo, type Price } from './known-models.ts';
import type { ProviderName } from './question.ts';

/** A cost, as far as it is known. */
export interface CostEstimate {
  /** US dollars. */
  usd: number;
  /** Part of it is an assumption. */
  isEstimate: boolean;
}

/**
 * The cost of an answer: as the provider reports it, else by list price; null where no price is known.
 * @param at when the question was sent, in milliseconds since 1970
 * @param longest tokens of the longest question, where `usage` is of several
 */
export function costOfUsage(
  usage: Usage,
  model: Priced | null,
  at: number,
  longest = usage.input,
): CostEstimate | null {
  if (usage.cost !== undefined) return { usd: usage.cost, isEstimate: false };
  const prices = model && priceAt(model, longest, at);
  if (!prices) return null;
  const { price, isCertain } = prices;
  const cached = Math.min(usage.cachedInput ?? 0, usage.input);
  const usd =
    (usage.input - cached) * price.input +
    cached * (price.cachedInput ?? price.input) +
    usage.output * price.output;
  return { usd: usd / 1_000_000, isEstimate: !isCertain || (cached > 0 && price.cachedInput === null) };
}

/** The model if its price is known; null at any host but the provider's own, whatever the name. */
export const pricedModel = (provider: ProviderName, model: string, endpoint: string): ModelInfo | null =>
  isOwnHost(provider, endpoint) ? modelInfo(provider, model) : null;

type Priced = Pick<ModelInfo, 'price' | 'longContext' | 'peakPrice' | 'priceChange'>;

/** The price at this moment, for a question of this many tokens. */
export function priceAt(
  model: Priced,
  input: number,
  at: number,
): { price: Price; isCertain: boolean } | null {
  const { price, longContext, peakPrice, priceChange } = model;
  if (longContext && input > longContext.above) return { price: longContext.price, isCertain: true };
  if (priceChange && at >= Date.parse(priceChange.from)) return { price: priceChange.price, isCertain: true };
  // On Chinese holidays the busy hours are not busy, and there is no machine-readable list of those.
  if (peakPrice && isBusyHour(new Date(at))) return { price: peakPrice, isCertain: false };
  return price && { price, isCertain: true };
}

/** Monday to Friday, 01:00 to 04:00 and 06:00 to 10:00 UTC. */
function isBusyHour(date: Date): boolean {
  const hour = date.getUTCHours();
  const isWeekday = date.getUTCDay() >= 1 && date.getUTCDay() <= 5;
  return isWeekday && ((hour >= 1 && hour < 4) || (hour >= 6 && hour < 10));
}
