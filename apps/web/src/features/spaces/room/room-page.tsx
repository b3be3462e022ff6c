import { isId } from '@polylogue/sync';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { lazy } from '../../../lib/lazy/lazy.ts';
import { useLazy } from '../../../lib/lazy/use-lazy.ts';
import { live } from '../../../lib/state/live.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { TornDrawing } from '../../../ui/empty-state/index.ts';
import { ButtonLink, EmptyState, Snake } from '../../../ui/index.ts';
import { meOf, useAccount } from '../../account/index.ts';
import { prepareMarkdown, type Target } from '../../messages/index.ts';
import { Shell } from '../../shell/index.ts';
import { ConsentNotice } from './consent-notice.tsx';
import type { OpenRoom } from './open-room.ts';
import type { WantedModel } from './outbox.ts';
import { RoomComposer } from './room-composer.tsx';
import { RoomHeader } from './room-header.tsx';
import { RoomMessages } from './room-messages.tsx';
import styles from './room-page.module.css';
import { RoomStart } from './room-start.tsx';
import { StatusLine } from './status-line.tsx';
import { useDesktopNotifications } from './use-desktop-notifications.ts';
import { useReadMarks } from './use-read-marks.ts';
import { useRoom } from './use-room.ts';

const torchParts = lazy(() => import('./torch-parts.tsx'));

/** One space, as its members see it. */
export function RoomPage() {
  const { id = '' } = useParams<{ id: string }>();
  const me = meOf(useAccount());
  return me && <OneRoom key={id} id={id} me={me.user_id} />;
}

function OneRoom({ id, me }: { id: string; me: string }) {
  const room = useRoom(id, me);
  // In parallel with the posts, which need it as soon as they arrive.
  useEffect(() => void prepareMarkdown().catch(() => {}), []);
  const own = useLive(room, (now) => now.own);
  const isUnavailable = useLive(room, (now) => now.isUnavailable);
  const Torch = useLazy(torchParts, own !== null);
  const [provider, setProvider] = useState<string | null>(null);
  const [isLending, setLending] = useState(false);
  const unseen = useReadMarks(room, id, me);
  useDesktopNotifications(room, me);
  const [replying] = useState(() => live<string | null, string | null>(null, (_, now) => now));
  const goingTo = useAddressedMessage();
  const [wanted] = useState(() => live<WantedModel | null, WantedModel | null>(null, (_, now) => now));
  const [ownPosts] = useState(() => live<number, 'posted'>(0, (count) => count + 1));

  if (isUnavailable) return <Unavailable room={room} />;
  const name = own?.space.name ?? 'Space';
  const mayLend = own?.can.post && own.space.ai_mode !== 'off';
  return (
    <Shell title={unseen > 0 ? `(${unseen}) ${name}` : name} isScreen>
      {own ? (
        <>
          <RoomHeader
            hasOwnKey={provider !== null}
            room={room}
            own={own}
            me={me}
            lending={mayLend && Torch && <Torch.LendButton space={own.space} me={me} />}
          />
          {Torch && <Torch.OwnTorch id={id} me={me} onProvider={setProvider} />}
          {own.space.ai_mode !== 'off' && <ConsentNotice me={me} />}
          <RoomMessages
            room={room}
            me={me}
            replying={replying}
            ownPosts={ownPosts}
            goingTo={goingTo}
            {...(mayLend && Torch && { onLend: () => setLending(true) })}
          />
          <RoomStart room={room} own={own} />
          {Torch && <Torch.LendMine space={own.space} me={me} open={isLending} onOpenChange={setLending} />}
          <StatusLine room={room} />
          <RoomComposer
            room={room}
            own={own}
            me={me}
            replying={replying}
            ownPosts={ownPosts}
            wanted={wanted}
            beforeTurn={Torch && <Torch.BeforeTurn room={room} own={own} me={me} wanted={wanted} />}
          />
        </>
      ) : (
        <div className={styles.waiting}>
          <Snake size={28} label="Opening the space" />
        </div>
      )}
    </Shell>
  );
}

/** The message that the address names, as links from notifications do. */
function useAddressedMessage() {
  const [goingTo] = useState(() => live<Target, Target>(null, (_, next) => next));
  const hash = useLocationProperty(() => location.hash);
  useEffect(() => {
    const id = hash.slice(1);
    // The skip link also has an address of its own.
    if (!isId(id)) return;
    goingTo.dispatch({ id });
    // The same link works again, and a reload stays at the end.
    history.replaceState(history.state, '', location.pathname + location.search);
  }, [hash, goingTo]);
  return goingTo;
}

/** Does not reveal whether the space exists; unsent posts are shown so that they are not lost. */
function Unavailable({ room }: { room: OpenRoom }) {
  const waiting = useLive(room, (now) => now.waiting);
  return (
    <Shell title="Space not found">
      <EmptyState
        drawing={<TornDrawing />}
        isPage
        title="You are not in this space."
        actions={
          <Link href="/spaces" asChild>
            <ButtonLink tone="accent">Go to Spaces</ButtonLink>
          </Link>
        }
      >
        <p>You may have left it or been removed from it, or it may not exist. Ask for a new invitation.</p>
        {waiting.length > 0 && (
          <div className={styles.unsent}>
            <p>You wrote this, and it was not sent:</p>
            {waiting.map(({ message_id, body }) => (
              <blockquote key={message_id}>{body}</blockquote>
            ))}
          </div>
        )}
      </EmptyState>
    </Shell>
  );
}
