import type { PostRow, Space } from '@polylogue/contract';
import { atMostTokens, context, type Lend, roomFor } from '@polylogue/sync/turns';
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
 * What would be sent if somebody asked now, as far as this browser has the messages; with a lend, as much as it pays for.
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
  const room = roomFor(lend?.per_turn ?? unlimited, terms, lend?.longest ?? 4_096);
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
  const asked =
    room &&
    context({ ...space, nameOf: () => null }, [...contextRows(rows, last, new Map()), draft], draftId, {
      room: room.input,
      tokensOf: atMostTokens,
      fileTokensOf: () => 0,
      takes: () => false,
      blocked: new Set(),
    });
  if (!asked) return null;
  return { ...asked.counts, used: asked.used.filter((id) => id !== draftId) };
}
