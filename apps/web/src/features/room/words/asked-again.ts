import type { PostRow, Turn } from '@polylogue/contract';
import { hasEnded } from '@polylogue/sync/turns';

const hasFailed = (turn: Turn) => hasEnded(turn) && turn.state !== 'done';

/**
 * Whether a turn that failed has a later one of the same question that the reader can wait for, read or ask again instead.
 * An answer may be asked for again any number of times.
 */
export function askedAgainIn(rows: readonly PostRow[], me: string) {
  const turns = rows.filter(({ turn, deleted_at }) => turn && deleted_at === null);
  const byQuestion = Map.groupBy(turns, ({ turn }) => turn?.question_id);
  return (row: PostRow, turn: Turn): boolean =>
    hasFailed(turn) &&
    (byQuestion.get(turn.question_id) ?? []).some(
      (later) =>
        later.number > row.number &&
        later.turn !== null &&
        (!hasFailed(later.turn) || later.by_id === row.by_id || later.by_id === me),
    );
}
