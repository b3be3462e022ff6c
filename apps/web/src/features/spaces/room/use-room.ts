import { newId } from '@polylogue/sync';
import { useEffect, useState } from 'react';
import { browserClock } from '../../../lib/schedule/clock.ts';
import { storage } from '../../../lib/state/storage.ts';
import { holdsWork } from '../../../lib/unsaved/unsent.ts';
import { reasonOf } from '../../person/index.ts';
import { type OpenRoom, openRoom } from './open-room.ts';
import { openOutbox, outboxEntry } from './outbox.ts';
import { roomApi } from './room-api.ts';

/** The entries of rooms that were opened in this document. */
const outboxes = new Set<string>();

holdsWork(() => {
  const count = [...outboxes].reduce((sum, entry) => sum + openOutbox(storage, entry).read().length, 0);
  if (count === 0) return null;
  return count === 1 ? 'a post that is not sent yet' : `${count} posts that are not sent yet`;
});

/** One space, followed while it is on the page. */
export function useRoom(space_id: string, me: string): OpenRoom {
  const [room] = useState(() => {
    const entry = outboxEntry(me, space_id);
    outboxes.add(entry);
    return openRoom({
      api: roomApi(space_id),
      outbox: openOutbox(storage, entry),
      clock: browserClock,
      newId,
      random: Math.random,
      reasonOf,
    });
  });

  useEffect(() => room.begin(), [room]);
  useEffect(() => {
    const wake = () => document.visibilityState === 'visible' && room.wake();
    addEventListener('online', wake);
    document.addEventListener('visibilitychange', wake);
    return () => {
      removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
    };
  }, [room]);

  return room;
}
