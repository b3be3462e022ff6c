import type { Clock } from '../../../lib/schedule/clock.ts';
import type { Live } from '../../../lib/state/live.ts';
import type { Room, RoomEvent } from './room.ts';
import type { RoomApi } from './room-api.ts';

/** Milliseconds for which pieces of a text wait for what is missing before them. */
const pieceWait = 1_000;

/** Fetches what is missing of the growing text of a turn. */
export function missingPieces(
  room: Pick<Live<Room, RoomEvent>, 'read' | 'dispatch'>,
  api: Pick<RoomApi, 'message'>,
  clock: Pick<Clock, 'after'>,
  signal: () => AbortSignal,
) {
  /** Turns whose text will be checked for gaps, with what cancels the check. */
  const checks = new Map<string, () => void>();

  /** Whether pieces of a loaded turn wait for others. */
  function hasGap(turn_id: string): boolean {
    const { turns, rows } = room.read();
    const waits = (turns[turn_id]?.ahead.length ?? 0) > 0;
    return waits && rows.some(({ message_id }) => message_id === turn_id);
  }

  function fill(turn_id: string) {
    const stopped = signal();
    if (checks.has(turn_id) || stopped.aborted || !hasGap(turn_id)) return;
    const callOff = clock.after(pieceWait, async () => {
      try {
        if (hasGap(turn_id)) {
          const { message } = await api.message(turn_id, stopped);
          room.dispatch({ type: 'row', row: message });
        }
        checks.delete(turn_id);
        // What is stored may end before these pieces, too.
        fill(turn_id);
      } catch {
        // The next piece tries again.
        checks.delete(turn_id);
      }
    });
    checks.set(turn_id, callOff);
  }

  return {
    /** Unless it arrives soon. */
    fill,
    stop() {
      for (const callOff of checks.values()) callOff();
      checks.clear();
    },
  };
}
