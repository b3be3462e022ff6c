import { asksByMode } from '@polylogue/sync/spaces';
import { pauseAfter } from '../../../lib/schedule/backoff.ts';
import type { Clock } from '../../../lib/schedule/clock.ts';
import type { Live } from '../../../lib/state/live.ts';
import type { AskedTurns } from '../../post/asked-turns.ts';
import { type NewPost, nextToSend, type Outbox, type WaitingPost } from '../../post/outbox.ts';
import type { SentPost } from '../../post/send-post.ts';
import type { Room, RoomEvent } from './room.ts';
import { heldBack } from './slow-mode.ts';

/** How often to look whether slow mode still holds back a post (milliseconds): a host may switch it off. */
const look = 1_000;

interface Needs {
  space_id: string;
  /** Whose browser this is. */
  me: string;
  room: Pick<Live<Room, RoomEvent>, 'read' | 'dispatch'>;
  outbox: Outbox;
  /** Sends a post of the outbox once; rejects if it should be sent again. */
  sendPost(post: WaitingPost, signal: AbortSignal): Promise<SentPost>;
  asked?: Pick<AskedTurns, 'add'> | undefined;
  /** The server has taken a question; `head` is the last change of its space then. */
  onAsked(turn_id: string, head: number): void;
  clock: Clock;
  /** Milliseconds since 1970, by the server’s clock. */
  serverNow(): number;
  newId(): string;
  /** From 0 to 1. */
  random(): number;
}

/** Sends the posts of a room that wait in the outbox, in order. */
export function openPosting({
  space_id,
  me,
  room,
  outbox,
  sendPost,
  asked,
  onAsked,
  clock,
  serverNow,
  newId,
  random,
}: Needs) {
  let isStopped = true;
  let isSending = false;
  /** The post that is being sent. */
  let sending: { message_id: string; request: AbortController } | null = null;
  let endPause = () => {};

  const showWaiting = () => room.dispatch({ type: 'waiting', waiting: outbox.read() });

  function changed() {
    showWaiting();
    void send();
  }

  /** A post on its way arrives although the room is left; after a failure, the rest then waits for the next attempt. */
  async function send() {
    if (isSending) return;
    isSending = true;
    let failures = 0;
    for (let post = nextToSend(outbox); post; post = nextToSend(outbox)) {
      const held = (heldBack(room.read(), me)?.until ?? 0) - serverNow();
      if (held > 0 && !isStopped) {
        await pause(Math.min(held, look));
        continue;
      }
      const request = new AbortController();
      sending = { message_id: post.message_id, request };
      try {
        const result = await sendPost(post, request.signal);
        if ('posted' in result) {
          room.dispatch({ type: 'row', row: result.posted.message });
          if (post.turn_id !== null) onAsked(post.turn_id, result.posted.head);
        }
        showWaiting();
        failures = 0;
      } catch {
        if (request.signal.aborted) continue;
        if (isStopped) break;
        failures += 1;
        await pause(pauseAfter(failures, random()));
      }
    }
    isSending = false;
  }

  function pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const callOff = clock.after(milliseconds, resolve);
      endPause = () => {
        callOff();
        resolve();
      };
    });
  }

  return {
    /** Returns a function that stops it. */
    begin() {
      isStopped = false;
      const stopListening = outbox.listen(showWaiting);
      changed();
      return () => {
        stopListening();
        isStopped = true;
        endPause();
      };
    },
    /** The server may be there again. */
    wake() {
      endPause();
      void send();
    },
    /** Returns whether the post survives closing the tab. */
    post(post: NewPost): boolean {
      const { turn_id, wants, left_out, body } = post;
      const { space } = room.read().own ?? {};
      // Without being asked, one's own key answers nothing, unless it is lent for that.
      const isAsked = turn_id !== null && !(space && asksByMode(body, space));
      if (isAsked) asked?.add({ feed: space_id, turn_id, wants, left_out });
      const isStored = outbox.add({ ...post, message_id: newId(), at: clock.now(), failed: null });
      changed();
      return isStored;
    },
    retry(message_id: string) {
      // With the AI off a question would be refused each time.
      const isAiOff = room.read().own?.space.ai_mode === 'off';
      outbox.change(message_id, { failed: null, ...(isAiOff && { turn_id: null, wants: null }) });
      changed();
    },
    discard(message_id: string) {
      outbox.remove(message_id);
      if (sending?.message_id === message_id) sending.request.abort();
      showWaiting();
    },
  };
}
