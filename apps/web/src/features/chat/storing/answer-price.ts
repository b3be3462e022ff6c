import { firstSent, type Message, type ThreadState } from '../../thread/index.ts';
import { catalogue } from '../steering/model-catalogue.ts';
import { textTokens, tokensOf } from '../steering/token-counts.ts';
import type { AnswerUsage } from './usage-record.ts';

/** In millionths of a US dollar, as the provider says or by its list price; null where no price is known. */
export async function priceOf(
  { asked, at }: Pick<Message, 'asked' | 'at'>,
  usage: AnswerUsage,
): Promise<number | null> {
  if (usage.cost !== undefined) return micros(usage.cost);
  // Fetched when the page was idle, nearly always: what is not recorded when the page is left is lost.
  const prices = catalogue.loaded() ?? (await catalogue.fetch().catch(() => null));
  const model = (asked && prices?.pricedModel(asked.provider, asked.model, asked.endpoint)) ?? null;
  const cost = prices?.costOfUsage(usage, model, at, (usage.last ?? usage).input);
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
