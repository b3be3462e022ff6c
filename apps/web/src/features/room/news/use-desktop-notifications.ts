import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { holdInView, isInView } from '../../../lib/page/in-view.ts';
import { nameOf } from '../../person/index.ts';
import type { OpenRoom } from '../engine/open-room.ts';
import { notifyOf } from './desktop-notifications.ts';

/** While a room is visible in no tab, shows notifications of what happens there, if the browser allows it. */
export function useDesktopNotifications(room: OpenRoom, space_id: string, me: string): void {
  const [, go] = useLocation();
  useEffect(() => holdInView(space_id), [space_id]);
  useEffect(
    () => notifyOf(room, me, { nameOf, isInView: () => isInView(space_id), go, onInView: onVisible }),
    [room, space_id, me, go],
  );
}

function onVisible(listener: () => void): () => void {
  const changed = () => document.visibilityState === 'visible' && listener();
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}
