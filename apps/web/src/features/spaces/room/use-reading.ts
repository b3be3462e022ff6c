import { useEffect, useState } from 'react';
import { markRead } from '../../space/index.ts';
import type { OpenRoom } from './open-room.ts';

/** Milliseconds between two times the server is told how far one has read. */
const period = 5_000;

/** Tells the server how far one has read while somebody looks at the room. Answers how many posts came meanwhile unseen. */
export function useReading(room: OpenRoom, space_id: string, me: string): number {
  const [unseen, setUnseen] = useState(0);

  useEffect(() => {
    let told = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;

    function tell() {
      timer = undefined;
      const { own, rows } = room.read();
      const last = rows.at(-1)?.number ?? 0;
      if (document.visibilityState !== 'visible' || !own || last <= Math.max(told, own.read_number)) return;
      told = last;
      // What could not be told now is told with the next post.
      markRead(space_id, last).catch(() => {
        told = 0;
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
      if (isSeen && timer === undefined) timer = setTimeout(tell, told === 0 ? 500 : period);
    }

    changed();
    const stop = room.listen(changed);
    document.addEventListener('visibilitychange', changed);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', changed);
      if (timer !== undefined) {
        clearTimeout(timer);
        tell();
      }
    };
  }, [room, space_id, me]);

  return unseen;
}
