import type { OwnSpace } from '@polylogue/contract';
import { lazy } from '../../../../lib/lazy/lazy.ts';
import { useLive } from '../../../../lib/state/use-live.ts';
import { SpaceDrawing } from '../../../../ui/empty-state/index.ts';
import { Button, EmptyState, PlusIcon, useOpening } from '../../../../ui/index.ts';
import type { OpenRoom } from '../engine/open-room.ts';
import { hasAnyMessages } from '../engine/room.ts';
import { startWords } from '../words/start-words.ts';
import styles from './room-start.module.css';

const invite = lazy(() => import('./invite-dialog.tsx').then((file) => file.InviteDialog));

/** What to do in a space without posts. */
export function RoomStart({ room, own }: { room: OpenRoom; own: OwnSpace }) {
  const hasMessages = useLive(room, hasAnyMessages);
  const { Part: InviteDialog, isOpen, setOpen, approaching } = useOpening(invite, 'Invite people');
  const { space, can, people } = own;
  const isAlone = people === 1;
  const isArchived = space.archived_at !== null;
  const words = startWords(own);
  return (
    <>
      {!hasMessages && (
        <div className={styles.start}>
          <EmptyState
            drawing={<SpaceDrawing />}
            title={
              isArchived
                ? 'There are no messages.'
                : isAlone
                  ? 'No one else is here yet.'
                  : 'There are no messages yet.'
            }
            actions={
              isAlone &&
              (can.invite || can.make_links) && (
                <Button tone="accent" {...approaching} onClick={() => setOpen(true)}>
                  <PlusIcon size={18} />
                  Invite people
                </Button>
              )
            }
          >
            {words && <p>{words}</p>}
          </EmptyState>
        </div>
      )}
      {/* It stays open when someone posts: a link is shown only once. */}
      {InviteDialog && <InviteDialog own={own} open={isOpen} onOpenChange={setOpen} />}
    </>
  );
}
