import { firstSent, type Message, type ThreadState } from '../../thread/index.ts';
import { catalogue, type ModelCatalogue } from '../steering/model-catalogue.ts';
import { textTokens, tokensOf } from '../steering/token-counts.ts';
import type { AnswerUsage } from './usage-record.ts';

type Asked = Pick<Message, 'asked' | 'at'>;

/**
 * In millionths of a US dollar, as the provider says or by its list price; null where no price is known. Known at once
 * when the list prices have been fetched, which is done when the page is idle.
 */
export function priceOf(message: Asked, usage: AnswerUsage): number | null | Promise<number | null> {
  if (usage.cost !== undefined) return micros(usage.cost);
  const prices = catalogue.loaded();
  if (prices) return listPriceOf(message, usage, prices);
  return catalogue.fetch().then(
    (fetched) => listPriceOf(message, usage, fetched),
    () => null,
  );
}

function listPriceOf({ asked, at }: Asked, usage: AnswerUsage, prices: ModelCatalogue): number | null {
  const model = asked ? prices.pricedModel(asked.provider, asked.model, asked.endpoint) : null;
  const cost = prices.costOfUsage(usage, model, at, (usage.last ?? usage).input);
  return cost ? micros(cost.usd) : null;
}

const micros = (usd: number) => Math.round(usd * 1_000_000);

/** Estimates the last answer's usage from its text and what was sent: not every provider counts. */
export async function estimateOf(state: ThreadState, added: string): Promise<AnswerUsage> {
  const counting = await catalogue.fetch();
  const sent = state.messages.slice(firstSent(state), -1).filter(({ isDeleted }) => !isDeleted);
  return {
    input: sent.reduce((sum, message) => sum + tokensOf(message, counting), 0),
    output: textTokens(added, counting),
  };
}
