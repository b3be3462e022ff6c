import type { Database, Queries } from '../../../platform/database/database.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import type { OpenSpace } from '../core/command.ts';
import { isHost } from '../core/policy.ts';
import type { TurnTableRow } from '../store/turn-row.ts';
import { turnStore } from '../store/turn-store.ts';
import type { RunningTurns } from './running-turns.ts';

/** Ending turns before their answer is complete. */
export function stoppingTurns({
  database,
  running,
}: {
  database: Database;
  running: Pick<RunningTurns, 'command' | 'stop'>;
}) {
  /** Stops the turns of a space that have not ended and for which this holds. */
  async function stopOpen(spaceId: string, on: Queries, isMeant: (row: TurnTableRow) => boolean) {
    for (const row of await turnStore(on).open(spaceId)) {
      if (isMeant(row)) database.afterCommit(() => running.stop(spaceId, row.turn_id));
    }
  }

  return {
    /** Runs in the transaction in which the questions are deleted or taken off the record. */
    stopTurnsOf: ({ trx, space }: OpenSpace, questionIds: readonly string[]): Promise<void> =>
      stopOpen(space.space_id, trx, ({ question_id }) => questionIds.includes(question_id)),

    /** All of a space, or those that one person asked. */
    stopTurns: (spaceId: string, askedBy?: string): Promise<void> =>
      stopOpen(spaceId, database.db, ({ asked_by }) => askedBy === undefined || asked_by === askedBy),

    stop: (userId: string, spaceId: string, turnId: string) =>
      running.command(userId, spaceId, turnId, { type: 'stopped' }, (command, row) => {
        const { user_id } = command.me;
        if (user_id !== row.asked_by && user_id !== row.holder_id && !isHost(command.me)) {
          refuse(
            'not-allowed',
            'Only the person who asked, the person answering and hosts can stop this answer.',
          );
        }
      }),

    withdraw: (userId: string, spaceId: string, turnId: string) =>
      running.command(userId, spaceId, turnId, { type: 'withdrawn' }, (command, row) => {
        const { me } = command;
        if (row.asked_by !== me.user_id)
          refuse('not-allowed', 'Only the person who asked can withdraw a question.');
        if (row.state === 'running') refuse('not-allowed', 'An answer has begun. Stop it instead.');
      }),
  };
}
export type StoppingTurns = ReturnType<typeof stoppingTurns>;
