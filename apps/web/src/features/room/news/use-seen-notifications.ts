import type { Notification } from '@polylogue/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { serverNow } from '../../../api/index.ts';
import { browserClock } from '../../../lib/schedule/clock.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { markSeen, spaceNotifications } from '../../space/index.ts';
import type { OpenRoom } from '../engine/open-room.ts';
import { seenUntil, whenNextBegins } from './seen-notifications.ts';

/** While the room is visible, marks the notifications of its answers and sessions as read, on every device. */
export function useSeenNotifications(room: OpenRoom, space_id: string, me: string): void {
  const isCurrent = useLive(room, (now) => now.own !== null && now.isCurrent);
  const answeredAt = useLive(room, ({ rows }) => {
    const answer = rows.findLast(({ by_id, turn }) => by_id === me && turn?.state === 'done');
    return answer?.turn?.ended_at ?? undefined;
  });
  // Null: it is not visible.
  const [openedAt, setOpenedAt] = useState(timeIfVisible);
  const { data } = useQuery(spaceNotifications);
  /** When the last session began for which the room was open. */
  const [begunAt, setBegunAt] = useState(0);
  const known = data?.notifications ?? none;
  const now = Math.max(serverNow(), begunAt);
  const until = openedAt && seenUntil(known, space_id, openedAt, answeredAt, now);

  useEffect(() => {
    const now = () => Math.max(serverNow(), begunAt);
    return whenNextBegins(known, space_id, { now, after: browserClock.after }, setBegunAt);
  }, [known, space_id, begunAt]);

  useEffect(() => {
    const changed = () => setOpenedAt(timeIfVisible());
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  }, []);

  useEffect(() => {
    // If it fails, it is sent with the next notification, or when the space is shown again.
    if (until !== null && isCurrent) markSeen(space_id, until).catch(() => {});
  }, [space_id, until, isCurrent]);
}

const none: Notification[] = [];
const timeIfVisible = () => (document.visibilityState === 'visible' ? serverNow() : null);
