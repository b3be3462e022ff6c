import { catalogue, type ModelCatalogue } from '../../keys/index.ts';
import { firstSent, type Message, type ModelRef, type ThreadState } from '../../thread/index.ts';
import { textTokens, tokensOf } from '../steering/models/token-counts.ts';
import type { Grown } from './growing-reply.ts';
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

/** An answer that its provider did not count: not every one does, and of a stopped answer nearly none. */
export interface Uncounted extends Grown {
  /** Its reply comes last, or its question, where there is none. */
  conversation: Pick<ThreadState, 'messages' | 'sentFrom'>;
  asked: ModelRef;
}

/** Estimates the usage of an answer from its text and what was sent. */
export const estimateOf = async (answer: Uncounted, beside: Beside): Promise<AnswerUsage> =>
  estimateBy(await catalogue.fetch(), answer, beside);

/** The same, at once; null: what is known of models has not been fetched. */
export function estimateNow(answer: Uncounted, beside: Beside): AnswerUsage | null {
  const known = catalogue.loaded();
  return known ? estimateBy(known, answer, beside) : null;
}

/** About how many tokens went along with the messages. */
type Beside = (known: ModelCatalogue) => number;

function estimateBy(
  known: ModelCatalogue,
  { conversation, asked, before, added }: Uncounted,
  beside: Beside,
): AnswerUsage {
  const perUsual = known.tokenRatioOf(asked.provider, asked.model);
  const all = conversation.messages.slice(firstSent(conversation)).filter(({ isDeleted }) => !isDeleted);
  const sent = all.at(-1)?.role === 'assistant' ? all.slice(0, -1) : all;
  const said = sent.reduce((sum, message) => sum + tokensOf(message, known), textTokens(before, known));
  return { input: (said + beside(known)) * perUsual, output: textTokens(added, known) * perUsual };
}
