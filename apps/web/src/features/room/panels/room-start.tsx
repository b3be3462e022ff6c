import type { OwnSpace } from '@polylogue/contract';
import { lazy } from '../../../lib/lazy/lazy.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { SpaceDrawing } from '../../../ui/empty-state/index.ts';
import { Button, CopyIcon, EmptyState, PlusIcon, useOpening } from '../../../ui/index.ts';
import type { OpenRoom } from '../engine/open-room.ts';
import { hasAnyMessages } from '../engine/room.ts';
import { mayLink } from '../words/may-link.ts';
import { startWords } from '../words/start-words.ts';
import styles from './room-start.module.css';
import { useOwnLink } from './use-own-link.ts';

const invite = lazy(() => import('./invite-dialog.tsx').then((file) => file.InviteDialog));

/** What to do in a space without posts. */
export function RoomStart({ room, own, me }: { room: OpenRoom; own: OwnSpace; me: string }) {
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
                <>
                  {mayLink(own) && <CopyLink own={own} me={me} onShow={() => setOpen(true)} />}
                  <Button
                    tone={mayLink(own) ? 'plain' : 'accent'}
                    {...approaching}
                    onClick={() => setOpen(true)}
                  >
                    <PlusIcon size={18} />
                    Invite people
                  </Button>
                </>
              )
            }
          >
            {words && <p>{words}</p>}
          </EmptyState>
        </div>
      )}
      {/* It stays open when someone posts. */}
      {InviteDialog && <InviteDialog own={own} me={me} open={isOpen} onOpenChange={setOpen} />}
    </>
  );
}

/** Copies the member’s link to the space, or makes one. In place of one that another browser keeps, only the dialog does, which says so. */
function CopyLink({ own, me, onShow }: { own: OwnSpace; me: string; onShow(): void }) {
  const { link, isBusy, make, copy } = useOwnLink(own, me);

  const isElsewhere = link !== null && !link.url;

  async function press() {
    if (isElsewhere) return onShow();
    if (link?.url) return (await copy(link.url)) || onShow();
    const done = await make({ role: own.space.joins_as, hours: 7 * 24, shows_maker: true });
    if (done === 'made') onShow();
  }
  return (
    <Button tone="accent" busy={isBusy} onClick={() => void press()}>
      {isElsewhere ? <PlusIcon size={18} /> : <CopyIcon size={18} />}
      {isElsewhere ? 'New invitation link' : 'Copy invitation link'}
    </Button>
  );
}
