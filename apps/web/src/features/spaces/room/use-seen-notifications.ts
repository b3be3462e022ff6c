import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { serverNow } from '../../../api/index.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { markRead, spaceNotifications } from '../../space/index.ts';
import type { OpenRoom } from './open-room.ts';
import { lastToSee } from './seen-notifications.ts';

/** While the room is visible, marks the notifications of its answers and sessions as read, on every device. */
export function useSeenNotifications(room: OpenRoom, space_id: string): void {
  const isCurrent = useLive(room, (now) => now.own !== null && now.isCurrent);
  // Null: it is not visible.
  const [openedAt, setOpenedAt] = useState(timeIfVisible);
  const { data } = useQuery(spaceNotifications);
  const last = openedAt && lastToSee(data?.notifications ?? [], space_id, openedAt);

  useEffect(() => {
    const changed = () => setOpenedAt(timeIfVisible());
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  }, []);

  useEffect(() => {
    if (last === null || !isCurrent) return;
    // If it fails, it is sent with the next post, or when the space is opened again.
    markRead(space_id, room.read().rows.at(-1)?.number ?? 0).catch(() => {});
  }, [room, space_id, last, isCurrent]);
}

const timeIfVisible = () => (document.visibilityState === 'visible' ? serverNow() : null);
