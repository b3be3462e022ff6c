import type { Clock } from '../../../lib/schedule/clock.ts';
import type { Live } from '../../../lib/state/live.ts';
import { type Room, type RoomEvent, type RoomSnapshot, snapshotOf } from './room.ts';

/** Where this browser stores a room as it was last shown; optional. */
export interface StoredRoom {
  /** Null: it was never stored, or by another version of the app. */
  read(): Promise<RoomSnapshot | null>;
  write(snapshot: RoomSnapshot): void;
  remove(): void;
}

/** Milliseconds between two writes. */
const pause = 3_000;

/** Stores a room as it is shown, so that it opens immediately the next time, even without a connection. */
export function roomStoring(
  room: Pick<Live<Room, RoomEvent>, 'read' | 'listen' | 'dispatch'>,
  stored: StoredRoom,
  clock: Clock,
) {
  let last: Room | null = null;
  let callOff: (() => void) | null = null;

  function isNew(): boolean {
    const now = room.read();
    if (now.isUnavailable) return last?.isUnavailable !== true;
    return now.isCurrent && (now.rows !== last?.rows || now.own !== last.own);
  }

  function store() {
    callOff?.();
    callOff = null;
    if (!isNew()) return;
    last = room.read();
    const snapshot = snapshotOf(last);
    if (snapshot) stored.write(snapshot);
    else stored.remove();
  }

  return {
    async restore(signal: AbortSignal) {
      if (room.read().own) return;
      const snapshot = await stored.read();
      if (snapshot && !signal.aborted) room.dispatch({ type: 'restored', snapshot });
    },

    /** Stores it now, if there is something new. */
    store,

    /** Returns a function that stores it a last time. */
    begin() {
      const stop = room.listen(() => {
        if (isNew()) callOff ??= clock.after(pause, store);
      });
      return () => {
        stop();
        store();
      };
    },
  };
}
