import type { OwnSpace } from '@polylogue/contract';
import { isBlank } from '@polylogue/sync';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { Link, useParams } from 'wouter';
import { lazy } from '../../lib/lazy/lazy.ts';
import { useLazy } from '../../lib/lazy/use-lazy.ts';
import { useLazyWhenIdle } from '../../lib/lazy/use-lazy-when-idle.ts';
import { takeTyped } from '../../lib/page/typed-ahead.ts';
import { useAddressed } from '../../lib/page/use-addressed.ts';
import { live } from '../../lib/state/live.ts';
import { useLive } from '../../lib/state/use-live.ts';
import { TornDrawing } from '../../ui/empty-state/index.ts';
import { ButtonLink, EmptyState, Snake, ToastPlace } from '../../ui/index.ts';
import { meOf, useAccount } from '../account/index.ts';
import { prepareMarkdown, type Target, unsentEdits } from '../messages/index.ts';
import type { WantedModel } from '../post/outbox.ts';
import { DrawerButton, Shell } from '../shell/index.ts';
import { ownSpaces, spaceByCode } from '../space/index.ts';
import { ConsentNotice } from './consent-notice.tsx';
import { KeptDraft } from './draft/kept-draft.tsx';
import { openLeftOut } from './draft/left-out.ts';
import { RoomComposer } from './draft/room-composer.tsx';
import type { RoomDraft } from './draft/room-draft.ts';
import { roomDraft } from './draft/room-drafts.ts';
import type { OpenRoom } from './engine/open-room.ts';
import { hasAnyMessages } from './engine/room.ts';
import { useRoom } from './engine/use-room.ts';
import { KeptEdit, KeptText } from './list/kept-text.tsx';
import { RoomMessages } from './list/room-messages.tsx';
import type { WaitingTurn } from './list/turn-parts.ts';
import { useDesktopNotifications } from './news/use-desktop-notifications.ts';
import { useReadMarks } from './news/use-read-marks.ts';
import { useSeenNotifications } from './news/use-seen-notifications.ts';
import { RoomHeader } from './panels/room-header.tsx';
import { panelIn, usePanels } from './panels/use-panels.ts';
import styles from './room-page.module.css';
import { NotAnswering, StatusLine } from './status-line.tsx';

const pinnedBar = lazy(() => import('./list/pinned-bar.tsx').then((file) => file.PinnedBar));
const roomStart = lazy(() => import('./panels/room-start.tsx').then((file) => file.RoomStart));
const torchParts = lazy(() => import('./draft/torch-parts.tsx'));

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
  // After its posts: people come to read.
  const isListed = useLive(room, (now) => now.rows.length > 0 || now.isCurrent);
  const Torch = useLazyWhenIdle(torchParts, own !== null && isListed);
  const Pinned = useLazy(pinnedBar, (own?.space.pins?.length ?? 0) > 0);
  const [provider, setProvider] = useState<string | null>(null);
  const [isLending, setLending] = useState(false);
  const [lentOn, setLentOn] = useState<WaitingTurn | null>(null);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const shown = usePanels(place);
  const [isForSelf, setForSelf] = useState(false);
  const unseen = useReadMarks(room, id, me);
  useSeenNotifications(room, id, me);
  useDesktopNotifications(room, id, me);
  const draft = roomDraft(me, id);
  const { edits } = draft;
  const [replying] = useState(() =>
    live<string | null, string | null>(draft.options().replyTo, (_, now) => now),
  );
  const [goingTo] = useState(() => live<Target, Target>(null, (_, next) => next));
  useAddressed(goingTo.dispatch);
  const [wanted] = useState(() => live<WantedModel | null, WantedModel | null>(null, (_, now) => now));
  const [leftOut] = useState(openLeftOut);
  const [ownPosts] = useState(() => live<number, 'posted'>(0, (count) => count + 1));

  const lendOn = useCallback((turn: WaitingTurn | null) => {
    setLentOn(turn);
    setLending(true);
  }, []);
  const mayLend = own?.can.post && own.space.ai_mode !== 'off';
  const space = own?.space;
  // The same object from one render to the next: with another one every answer of the list would be drawn again.
  const parts = useMemo(
    () =>
      mayLend && Torch && space
        ? {
            OtherModel: Torch.OtherModel,
            wasAskedHere: (turn_id: string) => Torch.torchOf(me).wasAskedHere({ feed: id, turn_id }),
            WhoPays: Torch.WhoPays,
            waysToAnswer: (turn: WaitingTurn) => (
              <Torch.WaysToAnswer {...{ room, me, turn, space }} onChange={lendOn} />
            ),
          }
        : undefined,
    [mayLend, Torch, space, room, id, me, lendOn],
  );

  const isWaiting = own === null && !isUnavailable;
  // After the text box has taken what was typed before it was there.
  useEffect(() => void (isWaiting || takeTyped()), [isWaiting]);

  if (isUnavailable) return <Unavailable id={id} room={room} draft={draft} />;
  const name = own?.space.name ?? 'Space';
  return (
    <Shell title={unseen > 0 ? `(${unseen}) ${name}` : name} isScreen>
      {own ? (
        <>
          <RoomHeader
            hasOwnKey={provider !== null}
            onForSelf={mayLend && Torch && provider !== null && !isForSelf ? () => lendOn(null) : undefined}
            room={room}
            own={own}
            me={me}
            shown={shown}
            lending={mayLend && Torch && <Torch.LendButton space={own.space} me={me} />}
          />
          <div className={styles.beside}>
            <div className={styles.column}>
              {Torch && <Torch.OpenTorch id={id} me={me} onProvider={setProvider} onForSelf={setForSelf} />}
              {Pinned && <Pinned {...{ room, own, me, goingTo }} />}
              {own.space.ai_mode !== 'off' && <ConsentNotice me={me} />}
              <RoomMessages
                {...{ room, me, edits, replying, ownPosts, goingTo, parts }}
                modelName={Torch?.nameOfModel}
              />
              <Start room={room} own={own} me={me} />
              {Torch && (
                <Torch.LendMine
                  {...{ room, me }}
                  space={own.space}
                  turn={lentOn}
                  open={isLending}
                  onOpenChange={setLending}
                />
              )}
              <StatusLine room={room} />
              <ToastPlace />
              <RoomComposer
                room={room}
                own={own}
                me={me}
                draft={draft}
                replying={replying}
                ownPosts={ownPosts}
                wanted={wanted}
                leftOut={leftOut}
                beforeTurn={(asked) =>
                  Torch && (
                    <Torch.BeforeTurn
                      {...{ room, own, me, wanted, leftOut, replying, ...asked }}
                      sent={panelIn(shown, 'What is sent')}
                    />
                  )
                }
              />
            </div>
            <div ref={setPlace} className={styles.dock} />
          </div>
        </>
      ) : (
        <Opening room={room} />
      )}
    </Shell>
  );
}

/** What to do where there are no messages yet; most rooms need none of it. */
function Start(props: { room: OpenRoom; own: OwnSpace; me: string }) {
  const hasMessages = useLive(props.room, hasAnyMessages);
  // It stays when someone posts: a dialog of it may be open.
  const [wasEmpty, setWasEmpty] = useState(!hasMessages);
  if (!hasMessages && !wasEmpty) setWasEmpty(true);
  const RoomStart = useLazy(roomStart, wasEmpty);
  return RoomStart && <RoomStart {...props} />;
}

function Opening({ room }: { room: OpenRoom }) {
  const isFailing = useLive(room.isFailing, (now) => now);
  return (
    <div className={styles.waiting}>
      <DrawerButton className={styles.menu} />
      <Snake size={28} label="Opening the space" />
      {isFailing && (
        <div role="status">
          <NotAnswering room={room} />
        </div>
      )}
    </div>
  );
}

interface UnavailableProps {
  id: string;
  room: OpenRoom;
  draft: RoomDraft;
}

/** Does not reveal whether the space exists; what was typed and not sent is shown so that it is not lost. */
function Unavailable({ id, room, draft }: UnavailableProps) {
  const waiting = useLive(room, (now) => now.waiting);
  const edited = unsentEdits(useLive(draft.edits, (now) => now));
  // A member sees in their list that it was closed; what was fetched before may not say so yet.
  const { data: mine } = useQuery({ ...ownSpaces, refetchOnMount: 'always' });
  const isClosed = mine?.some(({ space, closed_at }) => space.space_id === id && closed_at !== null);
  // Whoever was sent its address may join a public one.
  const mayJoin = useQuery(spaceByCode(id)).data?.is_member === false;
  return (
    <Shell title="Space not found">
      <EmptyState
        drawing={<TornDrawing />}
        isPage
        title={isClosed ? 'This space is closed.' : 'You are not in this space.'}
        actions={
          <Link href={mayJoin ? `/spaces/join/${id}` : '/spaces'} asChild>
            <ButtonLink tone="accent">{mayJoin ? 'Join' : 'Go to Spaces'}</ButtonLink>
          </Link>
        }
      >
        <p>
          {isClosed
            ? 'The operator of this server has closed it.'
            : mayJoin
              ? 'Everyone with an account here can join it.'
              : 'You may have left it or been removed from it, or it may not exist. Ask for a new invitation.'}
        </p>
        {waiting.map(({ message_id, body, files }) => (
          <KeptText
            key={message_id}
            label="You wrote this, but it was not sent:"
            text={isBlank(body) ? files.map(({ name }) => name).join('\n') : body}
            onDiscard={() => room.discard(message_id)}
          />
        ))}
        {edited.map(({ id }) => (
          <KeptEdit key={id} id={id} edits={draft.edits} />
        ))}
        <KeptDraft draft={draft} />
      </EmptyState>
    </Shell>
  );
}
