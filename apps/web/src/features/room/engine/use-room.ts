import { useEffect, useState } from 'react';
import { onSpacesChanged } from '../../person/index.ts';
import type { OpenRoom } from './open-room.ts';
import { roomOf } from './rooms.ts';

/** One space, followed while it is on the page. */
export function useRoom(space_id: string, me: string): OpenRoom {
  const [room] = useState(() => roomOf(space_id, me));

  useEffect(() => {
    // A tab may be opened in the background.
    room.setVisible(document.visibilityState === 'visible');
    return room.begin();
  }, [room]);
  // What the member is notified of is no change of the feed.
  useEffect(() => onSpacesChanged(() => void (room.read().isCurrent && room.refresh())), [room]);
  useEffect(() => {
    function wake() {
      const isVisible = document.visibilityState === 'visible';
      room.setVisible(isVisible);
      if (isVisible) room.wake();
    }
    addEventListener('online', wake);
    document.addEventListener('visibilitychange', wake);
    return () => {
      removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
    };
  }, [room]);

  return room;
}
