import type { PostRow, Space } from '@polylogue/contract';
import { type Amount, context, type Lend, leftOf, maxTokensOf, tokenBudgetFor } from '@polylogue/sync/turns';
import { contextRows } from './context-rows.ts';
import type { TokenCounter } from './model-terms.ts';
import { ownAnswerTokens, unlimited } from './plan.ts';

/** What a question would be sent with. */
export interface Preview {
  messages: number;
  people: number;
  /** In these messages; a model may take fewer. */
  files: number;
  /** Ids of what is sent, the oldest first. */
  used: readonly string[];
  /** Ids of pinned messages for which there is no room. */
  unfit: readonly string[];
}

/** How what is sent is counted: as one's own model does, or as far as a lend pays for it. */
export type PreviewTerms =
  | { counter: Pick<TokenCounter, 'priceAt' | 'window' | 'longest' | 'tokensOf'>; lend?: never }
  | { lend: Lend & { spent_today: Amount }; counter?: never };

/** Tokens of the window that is assumed, since the lender's browser knows its own. */
const usualWindow = 128_000;
const draftId = 'draft';

/** What would be sent if the AI were asked now, as far as this browser has the messages. */
export function previewOf(
  space: Pick<Space, 'name' | 'ai_name' | 'ai_instructions' | 'pins'>,
  rows: readonly PostRow[],
  { me, reply_to = null }: { me: string; reply_to?: string | null },
  { lend, counter }: PreviewTerms,
): Preview | null {
  const budget = counter
    ? tokenBudgetFor(unlimited, counter, ownAnswerTokens)
    : tokenBudgetFor(leftOf(lend, { today: lend.spent_today }), termsIn(lend), lend.longest);
  const last = rows.at(-1)?.number ?? 0;
  const draft = {
    message_id: draftId,
    number: last + 1,
    kind: 'post' as const,
    by_id: me,
    body: '?',
    reply_to,
    is_off_record: false,
    deleted_at: null,
    files: [],
  };
  const question =
    budget &&
    context({ ...space, nameOf: () => null }, [...contextRows(rows, last, new Map()), draft], draftId, {
      tokenBudget: budget.input,
      tokensOf: counter?.tokensOf ?? maxTokensOf,
      fileTokensOf: () => 0,
      accepts: () => false,
      blocked: new Set(),
    });
  if (!question) return null;
  const used = new Set(question.used.filter((id) => id !== draftId));
  const files = rows.filter(({ message_id }) => used.has(message_id)).flatMap((row) => row.files).length;
  return { ...question.counts, files, used: [...used], unfit: question.unfit };
}

function termsIn({ models }: Lend) {
  const price = models[0]?.price ?? null;
  return { priceAt: () => price, window: usualWindow, longest: null };
}
