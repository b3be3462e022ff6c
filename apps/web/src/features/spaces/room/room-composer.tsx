import type { OwnSpace } from '@polylogue/contract';
import { useEffect } from 'react';
import { serverNow } from '../../../api/index.ts';
import { whenOf } from '../../space/index.ts';
import { ClosedComposer } from './closed-composer.tsx';
import { OpenComposer, type OpenComposerProps } from './open-composer.tsx';
import type { OpenRoom } from './open-room.ts';

/** The composer of a room, or why its member cannot post there. */
export function RoomComposer(props: OpenComposerProps) {
  const { room, own } = props;
  const closed = whyClosed(own);
  useUnmuted(room, own.muted_until);
  if (closed === null) return <OpenComposer {...props} />;
  return <ClosedComposer reason={closed} draft={props.draft} />;
}

/** Longer timers fire immediately. */
const longestTimer = 2 ** 31 - 1;

/** Refetches the member's rights when a mute expires. */
function useUnmuted(room: OpenRoom, until: number | null) {
  useEffect(() => {
    if (until === null) return;
    const left = until - serverNow() + 1_000;
    if (left < 0 || left > longestTimer) return;
    const timer = setTimeout(room.refresh, left);
    return () => clearTimeout(timer);
  }, [room, until]);
}

/** Why the member cannot post here; null if they can. */
function whyClosed({ space, role, can, muted_until }: OwnSpace): string | null {
  if (can.post) return null;
  if (space.archived_at !== null) return 'This space is archived: it can be read, but no one can post in it.';
  if (role === 'listener') return 'You are a listener here: you can read and react.';
  if (muted_until !== null) return `A host has muted you until ${whenOf(muted_until)}.`;
  return 'You cannot post here at the moment.';
}
