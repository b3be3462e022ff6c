import type { PostRow, Space } from '@polylogue/contract';
import { context, type Lend, maxTokensOf, tokenBudgetFor } from '@polylogue/sync/turns';
import { contextRows } from './context-rows.ts';

/** What a question would be sent with. */
export interface Preview {
  messages: number;
  people: number;
  /** Ids of what is sent, the oldest first. */
  used: readonly string[];
}

/** Tokens of window and answer that are assumed, since the lender's browser knows its own. */
const usualWindow = 128_000;
const draftId = 'draft';

/**
 * What would be sent if the AI were asked now, as far as this browser has the messages; with a lend, as much as it pays for.
 */
export function previewOf(
  space: Pick<Space, 'name' | 'ai_name' | 'ai_instructions'>,
  rows: readonly PostRow[],
  me: string,
  lend: Lend | null,
): Preview | null {
  const unlimited = { usd: Number.POSITIVE_INFINITY, tokens: Number.POSITIVE_INFINITY };
  const price = lend?.models[0]?.price ?? null;
  const terms = { priceAt: () => price, window: usualWindow, longest: null };
  const budget = tokenBudgetFor(lend?.per_turn ?? unlimited, terms, lend?.longest ?? 4_096);
  const last = rows.at(-1)?.number ?? 0;
  const draft = {
    message_id: draftId,
    number: last + 1,
    kind: 'post' as const,
    by_id: me,
    body: '?',
    reply_to: null,
    is_off_record: false,
    deleted_at: null,
    files: [],
  };
  const question =
    budget &&
    context({ ...space, nameOf: () => null }, [...contextRows(rows, last, new Map()), draft], draftId, {
      tokenBudget: budget.input,
      tokensOf: maxTokensOf,
      fileTokensOf: () => 0,
      accepts: () => false,
      blocked: new Set(),
    });
  if (!question) return null;
  return { ...question.counts, used: question.used.filter((id) => id !== draftId) };
}
