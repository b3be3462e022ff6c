import { useEffect, useState } from 'react';
import { markRead, readElsewhere } from '../../space/index.ts';
import type { OpenRoom } from '../engine/open-room.ts';
import { readMarks } from './read-marks.ts';

/** Sends read marks while the room is visible. Returns how many posts arrived while it was not. */
export function useReadMarks(room: OpenRoom, space_id: string, me: string): number {
  const [unseen, setUnseen] = useState(0);

  useEffect(() => {
    const { changed, sendNow } = readMarks({
      room,
      me,
      setUnseen,
      isVisible: () => document.visibilityState === 'visible',
      mark: (number) => markRead(space_id, number),
      onReturned: room.returned,
      onReadElsewhere: () => readElsewhere(space_id),
    });
    changed();
    const stop = room.listen(changed);
    document.addEventListener('visibilitychange', changed);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', changed);
      sendNow();
    };
  }, [room, space_id, me]);

  return unseen;
}
