import type { PostRow, Space } from '@polylogue/contract';
import { type Amount, context, type Lend, leftOf, maxTokensOf, tokenBudgetFor } from '@polylogue/sync/turns';
import type { TokenCounter } from '../models/model-terms.ts';
import { contextRows } from './context-rows.ts';
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
  /** About what it costs to be read by the model, in US dollars; null: no price is known. */
  usd: number | null;
}

/** From here on a question is worth a new topic: so many messages with it, or US dollars for being read. */
const many = 50;
const dear = 0.05;

/** Whether a question takes so much along that a new topic is worth offering. */
export const isTopicLong = ({ used, usd }: Pick<Preview, 'used' | 'usd'>): boolean =>
  used.length > many || (usd ?? 0) >= dear;

/** The question that is being written. */
interface Draft {
  me: string;
  reply_to?: string | null;
  /** Ids of messages that it is not sent with. */
  left_out?: ReadonlySet<string>;
}

/** How what is sent is counted: as one's own model does, or as far as a lend pays for it. */
export type PreviewTerms =
  | { counter: Pick<TokenCounter, 'priceAt' | 'window' | 'longest' | 'tokensOf'>; lend?: never }
  | { lend: Lend & { spent_today: Amount }; counter?: never };

/** Tokens of the window that is assumed, since the lender's browser knows its own. */
const usualWindow = 128_000;
const draftId = 'draft';
/** What is sent with a lent key is counted in bytes, at an upper bound. */
const bytesPerToken = 4;

/** What would be sent if the AI were asked now, as far as this browser has the messages. */
export function previewOf(
  space: Pick<Space, 'name' | 'ai_name' | 'ai_instructions' | 'pins'>,
  rows: readonly PostRow[],
  { me, reply_to = null, left_out = new Set() }: Draft,
  { lend, counter }: PreviewTerms,
): Preview | null {
  const budget = counter
    ? tokenBudgetFor(unlimited, counter, ownAnswerTokens)
    : tokenBudgetFor(leftOf(lend, { today: lend.spent_today }), termsIn(lend), lend.longest);
  const last = rows.at(-1)?.number ?? 0;
  const known = contextRows(rows, last, new Map());
  // Who wrote an answer may be hidden from this reader, and not from the lender, whose browser sends it then.
  const sent = counter ? known : known.map((row) => (row.is_withheld ? row : { ...row, holders: [] }));
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
    context(
      { ...space, nameOf: () => null },
      [...sent, draft],
      draftId,
      {
        tokenBudget: budget.input,
        tokensOf: counter?.tokensOf ?? maxTokensOf,
        fileTokensOf: () => 0,
        accepts: () => false,
        blocked: new Set(),
      },
      { left_out },
    );
  if (!question) return null;
  const used = new Set(question.used.filter((id) => id !== draftId));
  const files = rows.filter(({ message_id }) => used.has(message_id)).flatMap((row) => row.files).length;
  const { input, unfit, counts } = question;
  const price = (counter ?? termsIn(lend)).priceAt(input);
  const tokens = counter ? input : input / bytesPerToken;
  const usd = price && (tokens * price.input) / 1_000_000;
  return { ...counts, files, used: [...used], unfit, usd };
}

function termsIn({ models }: Lend) {
  const price = models[0]?.price ?? null;
  return { priceAt: () => price, window: usualWindow, longest: null };
}
