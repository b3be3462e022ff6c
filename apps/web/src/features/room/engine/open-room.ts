import type { FeedFollower } from '../../../api/follow-feed.ts';
import type { TransientFrame } from '../../../api/live-frames.ts';
import type { LiveSocket } from '../../../api/socket.ts';
import type { Clock } from '../../../lib/schedule/clock.ts';
import { type Live, live } from '../../../lib/state/live.ts';
import type { AskedTurns } from '../../post/asked-turns.ts';
import type { NewPost, Outbox, WaitingPost } from '../../post/outbox.ts';
import type { SentPost } from '../../post/send-post.ts';
import { askedHere } from './asked-here.ts';
import { followRoom } from './follow-room.ts';
import { identifying } from './identifying.ts';
import { missingPieces } from './missing-pieces.ts';
import { olderPosts, pinnedPosts } from './older-posts.ts';
import { openPosting } from './posting.ts';
import { openPresence, type Presence } from './presence.ts';
import { after, emptyRoom, type Room, type RoomEvent } from './room.ts';
import { type RoomActions, roomActions } from './room-actions.ts';
import type { RoomApi } from './room-api.ts';
import { roomStoring, type StoredRoom } from './room-storing.ts';

export interface RoomNeeds {
  space_id: string;
  /** Whose browser this is. */
  me: string;
  api: RoomApi;
  /** Brings changes; without one they are polled. */
  socket?(): Pick<LiveSocket, 'watch' | 'isOpen' | 'send' | 'setPresence'>;
  outbox: Outbox;
  /** Sends a post of the outbox once; rejects if it should be sent again. */
  sendPost(post: WaitingPost, signal: AbortSignal): Promise<SentPost>;
  /** The room as this browser showed it last. */
  stored?: StoredRoom;
  /** The turns that were asked from this browser. */
  asked?: Pick<AskedTurns, 'add' | 'end'>;
  clock: Clock;
  /** Milliseconds since 1970, by the server’s clock. */
  serverNow(): number;
  newId(): string;
  /** From 0 to 1. */
  random(): number;
}

export interface OpenRoom extends Pick<Live<Room>, 'read' | 'listen' | 'start'>, RoomActions {
  /** Starts following the space; returns a function that stops it. */
  begin(): () => void;
  /** The network is back, or the page is visible again: retries immediately. */
  wake(): void;
  /** It is on the screen again after a while; messages up to this number had been read. */
  returned(readBefore: number): void;
  presence: Pick<Live<Presence>, 'read' | 'listen' | 'start'>;
  /** Fetching has failed more than once, and is retried. */
  isFailing: Pick<Live<boolean>, 'read' | 'listen' | 'start'>;
  /** The space became visible, or hidden. */
  setVisible(isVisible: boolean): void;
  /** The reader is typing. */
  typing(): void;
  /** The reader has left the space: nothing of it is shown or stored any more. */
  left(): void;
  /** Refetches what the member may do here. */
  refresh(): Promise<void>;
  /** Returns whether the post survives closing the tab. */
  post(post: NewPost): boolean;
  /** Sends a refused post again; a question is sent as a message while the AI is off. */
  retry(message_id: string): void;
  /** Discards a post that was not sent. */
  discard(message_id: string): void;
  /** Fetches who these people are, unless that is known. */
  identify(ids: readonly string[]): void;
  /** Fetches older messages, unless that is under way or there are none. */
  loadOlder(): void;
  /** Fetches all of them, page by page, until the returned function is called or a page fails. */
  loadAll(onFailed?: () => void): () => void;
}

/** Follows a space, for as long as the room is open, and does what its reader does there. */
export function openRoom(needs: RoomNeeds): OpenRoom {
  const { space_id, api, socket, outbox, stored, asked, clock, random } = needs;
  const room = live<Room, RoomEvent>({ ...emptyRoom, waiting: outbox.read() }, after);
  const presence = openPresence(clock);
  const isFailing = live<boolean, boolean>(false, (_, next) => next);
  let control = new AbortController();
  let follower: Pick<FeedFollower, 'retry' | 'wake' | 'stop'> | undefined;
  let isVisible = true;

  const signal = () => control.signal;
  const storing = stored && roomStoring(room, stored, clock);
  const ending = asked && askedHere(room, space_id, asked);
  const onAsked = (turn_id: string, head: number) => ending?.taken(turn_id, head);
  const posting = openPosting({ ...needs, room, onAsked });
  const older = olderPosts(room, api, signal);
  const pins = pinnedPosts(room, api, signal);
  const pieces = missingPieces(room, api, clock, signal);
  const people = identifying(room, api, signal);
  const typing = typingSignals(clock, () => socket?.().send({ type: 'typing', feed: space_id }));
  const setPresence = (is_visible: boolean) => socket?.().setPresence(space_id, { is_visible });

  /** Those who lend or type may not have written anything that is loaded. */
  function identifyPresent() {
    const { lent, typing } = presence.read();
    void people.identify([...Object.keys(lent), ...typing]);
  }

  function onTransientFrame(frame: TransientFrame) {
    if (frame.type === 'own') return room.dispatch({ type: 'marks', marks: frame });
    if (frame.type !== 'delta') {
      presence.onFrame(frame);
      return identifyPresent();
    }
    const { turn_id, epoch, base, offset, text } = frame;
    room.dispatch({ type: 'delta', turn_id, delta: { epoch, base, offset, text } });
    pieces.fill(turn_id);
  }

  const follow = () =>
    followRoom({
      space_id,
      room,
      api,
      socket,
      clock,
      random,
      onTransientFrame,
      identify: people.identify,
      identifyAgain: people.again,
      onPost: presence.stoppedTyping,
      setFailing: isFailing.dispatch,
      onLoaded() {
        void people.loaded();
        identifyPresent();
        older.fill();
        void pins.fetch();
      },
      onSwitch(isOpen) {
        if (isOpen) posting.wake();
        else presence.disconnected();
      },
    });

  return {
    read: room.read,
    listen: room.listen,
    start: room.start,
    begin() {
      const stopped = new AbortController();
      control = stopped;
      room.dispatch({ type: 'reopened' });
      const stopStoring = storing?.begin();
      const stopEnding = ending?.begin();
      const stopPosting = posting.begin();
      void storing?.restore(stopped.signal);
      setPresence(isVisible);
      const following = follow();
      follower = following;
      return () => {
        stopStoring?.();
        stopEnding?.();
        stopped.abort();
        stopPosting();
        setPresence(false);
        following.stop();
        presence.disconnected();
        pieces.stop();
      };
    },
    wake() {
      follower?.retry();
      posting.wake();
    },
    returned(readBefore) {
      room.dispatch({ type: 'returned', readBefore });
      follower?.wake();
    },
    presence,
    isFailing,
    setVisible(visible) {
      if (visible === isVisible) return;
      isVisible = visible;
      setPresence(visible);
      if (!visible) storing?.store();
    },
    typing: typing.signal,
    left: () => room.dispatch({ type: 'unavailable' }),
    refresh: () => refetchOwn(room, api, control.signal),
    post(post) {
      typing.ended();
      return posting.post(post);
    },
    retry: posting.retry,
    discard: posting.discard,
    identify: (ids) => void people.identify(ids),
    loadOlder: older.load,
    loadAll: older.loadAll,
    ...roomActions({ ...needs, room }),
  };
}

const refetchOwn = (
  room: Pick<Live<Room, RoomEvent>, 'dispatch'>,
  api: Pick<RoomApi, 'space'>,
  signal: AbortSignal,
): Promise<void> =>
  api
    .space(signal)
    .then((own) => room.dispatch({ type: 'own', own }))
    // The next change will bring it.
    .catch(() => {});

/** Milliseconds between two typing signals. */
const typingPause = 2_000;

function typingSignals(clock: Clock, send: () => void) {
  let sentAt = Number.NEGATIVE_INFINITY;
  return {
    signal() {
      if (clock.now() - sentAt < typingPause) return;
      sentAt = clock.now();
      send();
    },
    /** The next signal is sent immediately. */
    ended() {
      sentAt = Number.NEGATIVE_INFINITY;
    },
  };
}
