import type { PostRow } from '@polylogue/contract';

/** Whether the AI was sent a post, if only as the quote above a reply to it; true also if that may still be so. */
export function wasSent(rows: readonly PostRow[], { message_id, number }: PostRow): boolean {
  const replies = rows.filter(({ reply_to }) => reply_to === message_id);
  const ids = new Set([message_id, ...replies.map((reply) => reply.message_id)]);
  return rows.some(({ turn }) =>
    turn?.segments.some(({ started, because }) =>
      // Until its first words arrive, an answer does not say what was sent for it.
      started ? started.used.some((id) => ids.has(id)) : because === null && number <= turn.reads_until,
    ),
  );
}
