import type { OwnSpace } from '@polylogue/contract';
import { spaceLimits } from '@polylogue/sync';
import { useEffect } from 'react';
import { serverNow } from '../../../api/index.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { whenOf } from '../../../lib/text/time.ts';
import { FileChips } from '../../messages/index.ts';
import type { OpenRoom } from '../engine/open-room.ts';
import { KeptDraft } from './kept-draft.tsx';
import { OpenComposer, type OpenComposerProps } from './open-composer.tsx';
import styles from './room-composer.module.css';
import type { RoomDraft } from './room-draft.ts';

/** The composer of a room, or why its member cannot post there; what they had typed stays within reach. */
export function RoomComposer(props: OpenComposerProps) {
  const { room, own } = props;
  const closed = whyClosed(own);
  useUnmuted(room, own.muted_until);
  return closed === null ? (
    <OpenComposer {...props} />
  ) : (
    <ClosedComposer reason={closed} draft={props.draft} />
  );
}

function ClosedComposer({ reason, draft }: { reason: string; draft: RoomDraft }) {
  const { attached } = draft;
  const files = useLive(attached, (all) => all);
  return (
    <div className={styles.foot}>
      <p className={styles.closed}>{reason}</p>
      <FileChips
        label="Files kept for later"
        files={files.filter(({ pasted }) => !pasted)}
        onRemove={attached.remove}
        onRetry={attached.retry}
      />
      <div className={styles.kept}>
        <KeptDraft draft={draft} />
      </div>
    </div>
  );
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
  if (muted_until !== null && muted_until >= spaceLimits.mutedForGood)
    return 'A host has muted you. You can still read.';
  if (muted_until !== null) return `A host has muted you until ${whenOf(muted_until)}.`;
  return 'You cannot post here at the moment.';
}
