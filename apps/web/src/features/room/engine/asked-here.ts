import { hasEnded } from '@polylogue/sync/turns';
import type { Live } from '../../../lib/state/live.ts';
import type { AskedTurns } from '../../post/asked-turns.ts';
import type { Room } from './room.ts';

/** Forgets turns that were asked from this browser once they have ended, or turn out never to have begun. */
export function askedHere(
  room: Pick<Live<Room>, 'read' | 'listen'>,
  space_id: string,
  asked: Pick<AskedTurns, 'end'>,
) {
  /** Questions that the server took, with the change by which their turns are here, if they have begun. */
  const taken = new Map<string, number>();

  function check() {
    const { rows, cursor } = room.read();
    asked.end(space_id, (turn_id) => {
      const row = rows.find(({ message_id }) => message_id === turn_id);
      // Without a row, its post has joined a question that waited.
      return row
        ? !row.turn || hasEnded(row.turn)
        : cursor >= (taken.get(turn_id) ?? Number.POSITIVE_INFINITY);
    });
    // Later, a row may be missing because it is not loaded.
    for (const [turn_id, head] of taken) if (cursor >= head) taken.delete(turn_id);
  }

  return {
    /** A question was posted; `head` is the last change of its space then. */
    taken(turn_id: string, head: number) {
      taken.set(turn_id, head);
      check();
    },
    /** Returns a function that stops it. */
    begin() {
      let last: Room | undefined;
      return room.listen(() => {
        const now = room.read();
        if (now.rows !== last?.rows || now.cursor !== last.cursor) check();
        last = now;
      });
    },
  };
}
