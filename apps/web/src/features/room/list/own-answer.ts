import type { PostRow } from '@polylogue/contract';

/** The last turn of the reader's that is being answered, or was since then (milliseconds since 1970). */
export const ownAnswer = (rows: readonly PostRow[], me: string, since: number): string | null =>
  rows.findLast(
    ({ by_id, turn, deleted_at }) =>
      by_id === me &&
      deleted_at === null &&
      (turn?.state === 'running' || (turn?.state === 'done' && (turn.ended_at ?? 0) > since)),
  )?.message_id ?? null;
