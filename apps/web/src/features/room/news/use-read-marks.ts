import { useEffect, useState } from 'react';
import { markRead } from '../../space/index.ts';
import type { OpenRoom } from '../engine/open-room.ts';

/** Milliseconds between two read marks sent to the server. */
const period = 5_000;

/** Sends read marks while the room is visible. Returns how many posts arrived while it was not. */
export function useReadMarks(room: OpenRoom, space_id: string, me: string): number {
  const [unseen, setUnseen] = useState(0);

  useEffect(() => {
    let sentNumber = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;

    function send() {
      timer = undefined;
      const { own, rows } = room.read();
      const last = rows.at(-1)?.number ?? 0;
      if (document.visibilityState !== 'visible' || !own || last <= Math.max(sentNumber, own.read_number))
        return;
      sentNumber = last;
      // A failed mark is sent again with the next post.
      markRead(space_id, last).catch(() => {
        sentNumber = 0;
      });
    }

    let seen = room.read().rows.at(-1)?.number ?? null;
    function changed() {
      const { own, rows } = room.read();
      if (!own) return;
      const isSeen = document.visibilityState === 'visible';
      if (isSeen || seen === null) seen = rows.at(-1)?.number ?? 0;
      const from = seen;
      setUnseen(
        isSeen
          ? 0
          : rows.filter(({ number, by_id, kind }) => number > from && kind === 'post' && by_id !== me).length,
      );
      if (isSeen && timer === undefined) timer = setTimeout(send, sentNumber === 0 ? 500 : period);
    }

    changed();
    const stop = room.listen(changed);
    document.addEventListener('visibilitychange', changed);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', changed);
      if (timer !== undefined) {
        clearTimeout(timer);
        send();
      }
    };
  }, [room, space_id, me]);

  return unseen;
}
