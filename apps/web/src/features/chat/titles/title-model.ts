import type { Listed, SavedProvider } from '../../keys/index.ts';
import type { Model } from '../steering/models/model-groups.ts';

/** A title costs less than this, whatever the model answers (US dollars). */
const mostUsd = 0.001;
/** Tokens of the question that are sent, and of the sentence before it, rounded up. */
export const questionTokens = 200;
const instructionTokens = 100;
/** Tokens of the answer, and of one that has to think first. */
const titleTokens = 40;
const thinkingTokens = 1_000;

export interface TitleModel {
  model: string;
  maxTokens: number;
}

interface Known {
  /** Whether it can answer without thinking; null: it is not known. */
  canSkipThinking(model: string): boolean | null;
  /** The smallest answer limit that leaves room for text. */
  leastTokens(model: string): number;
}

/**
 * The model of a connection that gives a title for the least money, at a price that is known; null: none. A model that is
 * free today is often one that is paid for with what is asked, so it is used only if it answered.
 * @param asked the model that answered
 */
export function titleModel(
  models: readonly Pick<Model, 'model' | 'summary'>[],
  asked: string,
  known: Known,
): TitleModel | null {
  let best: (TitleModel & { usd: number }) | null = null;
  for (const { model, summary } of models) {
    const { price } = summary;
    if (!price || (price.input === 0 && price.output === 0 && model !== asked)) continue;
    const maxTokens = tokensFor(model, known);
    const usd = ((questionTokens + instructionTokens) * price.input + maxTokens * price.output) / 1_000_000;
    if (usd < mostUsd && (!best || usd < best.usd)) best = { model, maxTokens, usd };
  }
  return best && { model: best.model, maxTokens: best.maxTokens };
}

interface Listings {
  listedBy(connection: SavedProvider): Listed;
  listModels(connection: SavedProvider): Promise<unknown>;
}

/** What a connection lists, where only its list names prices: it has listed nothing since the page was loaded. */
export async function listedForTitles(connection: SavedProvider, from: Listings): Promise<Listed> {
  const listed = from.listedBy(connection);
  if (listed.models || !listed.isElsewhere || listed.due !== 'now') return listed;
  await from.listModels(connection);
  return from.listedBy(connection);
}

export function tokensFor(model: string, known: Known): number {
  const least = known.canSkipThinking(model) === false ? thinkingTokens : titleTokens;
  return Math.max(least, known.leastTokens(model));
}
