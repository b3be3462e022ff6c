import { newId } from '@polylogue/sync';
import { useEffect, useState } from 'react';
import { patientCall } from '../../../api/index.ts';
import { liveFeed } from '../../../api/live-feed.ts';
import { tabSocket } from '../../../api/tab-socket.ts';
import { browserClock } from '../../../lib/schedule/clock.ts';
import { storage } from '../../../lib/state/storage.ts';
import { reasonOf } from '../../person/index.ts';
import { askedTurns, outboxEntry } from '../../space/index.ts';
import { type OpenRoom, openRoom } from './open-room.ts';
import { openOutbox } from './outbox.ts';
import { roomApi } from './room-api.ts';

/** One space, followed while it is on the page. */
export function useRoom(space_id: string, me: string): OpenRoom {
  const [room] = useState(() =>
    openRoom({
      space_id,
      api: roomApi(space_id, patientCall),
      live: (needs) => liveFeed(tabSocket(me), space_id, needs),
      outbox: openOutbox(storage, outboxEntry(me, space_id)),
      clock: browserClock,
      asked: askedTurns(storage, me).add,
      newId,
      random: Math.random,
      reasonOf,
    }),
  );

  useEffect(() => room.begin(), [room]);
  useEffect(() => {
    function wake() {
      const isVisible = document.visibilityState === 'visible';
      room.look(isVisible);
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
