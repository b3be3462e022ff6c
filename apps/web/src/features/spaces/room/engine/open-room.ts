import { FetchError } from '@polylogue/contract/client';
import type { AskedTurns } from '../../../../api/asked-turns.ts';
import type { LiveFeed, LiveFeedNeeds } from '../../../../api/live-feed.ts';
import type { NewPost, Outbox, WaitingPost } from '../../../../api/outbox.ts';
import type { SentPost } from '../../../../api/send-post.ts';
import type { TransientFrame } from '../../../../api/socket.ts';
import { pauseAfter } from '../../../../lib/schedule/backoff.ts';
import type { Clock } from '../../../../lib/schedule/clock.ts';
import { type Live, live } from '../../../../lib/state/live.ts';
import { askedHere } from './asked-here.ts';
import { openPresence, type Presence } from './presence.ts';
import { after, areNamed, type Changes, emptyRoom, type Room, type RoomEvent } from './room.ts';
import type { PostChange, RoomApi } from './room-api.ts';
import { roomStoring, type StoredRoom } from './room-storing.ts';

export interface RoomNeeds {
  space_id: string;
  /** Whose browser this is. */
  me: string;
  api: RoomApi;
  /** Changes over a socket; without one they are polled. */
  live?(needs: LiveFeedNeeds): LiveFeed;
  outbox: Outbox;
  /** Sends a post of the outbox once; rejects if it should be sent again. */
  sendPost(post: WaitingPost, signal: AbortSignal): Promise<SentPost>;
  /** The room as this browser showed it last. */
  stored?: StoredRoom;
  /** The turns that were asked from this browser. */
  asked?: Pick<AskedTurns, 'add' | 'end'>;
  clock: Clock;
  newId(): string;
  /** From 0 to 1. */
  random(): number;
}

export interface OpenRoom extends Pick<Live<Room>, 'read' | 'listen' | 'start'> {
  /** Starts following the space; returns a function that stops it. */
  begin(): () => void;
  /** The network is back, or the page is visible again: retries immediately. */
  wake(): void;
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
  edit(message_id: string, change: PostChange): Promise<void>;
  remove(message_id: string): Promise<void>;
  react(message_id: string, emoji: string, isOn: boolean): Promise<void>;
  /** Ends a turn; the answer so far stays. */
  stopTurn(turn_id: string): Promise<void>;
  /** Takes back a question to the AI that is not being answered yet. */
  withdraw(turn_id: string): Promise<void>;
  /** Asks the question of a turn that has ended again. */
  askAgain(turn_id: string): Promise<void>;
}

/** Seconds for which the server may hold a poll. */
const longPoll = 25;
/** How long a browser waits at most before it fetches after a hint, and how much of that for each person in the space. */
const longestSpread = 2_000;
const spreadEach = 20;
/** More messages than fit on a screen. */
const screenful = 30;
/** How many people can be asked for at once. */
const identifiedAtOnce = 50;
/** Milliseconds between two typing signals. */
const typingPause = 2_000;
/** Milliseconds for which pieces of a text wait for what is missing before them. */
const pieceWait = 1_000;

/** Follows a space: first its current content, then its changes, for as long as the room is open. */
export function openRoom(needs: RoomNeeds): OpenRoom {
  const { space_id, me, api, live: openFeed, outbox, stored, asked, clock, newId, random, sendPost } = needs;
  const room = live<Room, RoomEvent>({ ...emptyRoom, waiting: outbox.read() }, after);
  const presence = openPresence(clock);
  const isFailing = live<boolean, boolean>(false, (_, next) => next);
  let feed: LiveFeed | undefined;
  /** Set while the server holds a poll. */
  let polling: AbortController | null = null;
  /** How often the socket has opened. */
  let openings = 0;
  let isVisible = true;
  let typedAt = Number.NEGATIVE_INFINITY;
  let control = new AbortController();
  let isSending = false;
  /** The post that is being sent. */
  let sending: { message_id: string; request: AbortController } | null = null;
  let fetchingOlder: Promise<boolean> | null = null;
  /** Turns whose text will be checked for gaps, with what cancels the check. */
  const gaps = new Map<string, () => void>();
  /** People who were asked for: those behind a block stay unknown. */
  const identified = new Set<string>();
  const pauses = new Set<() => void>();

  const storing = stored && roomStoring(room, stored, clock);
  const ending = asked && askedHere(room, space_id, asked);
  const showWaiting = () => room.dispatch({ type: 'waiting', waiting: outbox.read() });

  const backOff = (failures: number) => pause(pauseAfter(failures, random()));

  /** Everyone in the room got the same hint: the more they are, the longer they take to fetch, one after the other. */
  async function spreadOut() {
    const most = Math.min(longestSpread, (room.read().own?.people ?? 0) * spreadEach);
    if (most > 0) await pause(random() * most);
  }

  /** Waits so many milliseconds; a wake ends it. */
  function pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      if (control.signal.aborted) return resolve();
      const callOff = clock.after(milliseconds, end);
      function end() {
        callOff();
        pauses.delete(end);
        resolve();
      }
      pauses.add(end);
    });
  }

  function wake() {
    for (const end of [...pauses]) end();
    void send();
  }

  async function identify(ids: readonly string[]) {
    const known = room.read().people;
    const unknown = ids.filter((id) => !(id in known) && !identified.has(id)).slice(0, identifiedAtOnce);
    if (unknown.length === 0) return;
    for (const id of unknown) identified.add(id);
    try {
      const { people } = await api.people(unknown, control.signal);
      room.dispatch({ type: 'people', people });
      void identify(ids);
    } catch {
      // Whatever names them next tries again.
      for (const id of unknown) identified.delete(id);
    }
  }

  /** Those who lend or type may not have written anything that is loaded. */
  function identifyPresent() {
    const { lent, typing } = presence.read();
    void identify([...Object.keys(lent), ...typing]);
  }

  async function open(signal: AbortSignal) {
    // Later changes are fetched from the head of the messages on, so the space must not be older than that.
    const [page, own] = await Promise.all([api.messages(undefined, signal), api.space(signal)]);
    room.dispatch({ type: 'opened', own: own.head < page.head ? await api.space(signal) : own, page });
    identified.clear();
    identifyPresent();
    // Withheld posts can leave a page too short to scroll.
    void fetchWhile(() => room.read().rows.length < screenful);
  }

  function openLive(): LiveFeed | undefined {
    return openFeed?.({
      after: () => room.read().cursor,
      onSwitch(isOpen) {
        if (!isOpen) return presence.disconnected();
        openings += 1;
        polling?.abort();
        // The server is there again.
        wake();
      },
      onTransientFrame: shown,
    });
  }

  function shown(frame: TransientFrame) {
    if (frame.type !== 'delta') {
      presence.onFrame(frame);
      return identifyPresent();
    }
    const { turn_id, epoch, base, offset, text } = frame;
    room.dispatch({ type: 'delta', turn_id, delta: { epoch, base, offset, text } });
    fillGap(turn_id);
  }

  /** Whether pieces of a loaded turn wait for others. */
  function hasGap(turn_id: string): boolean {
    const { turns, rows } = room.read();
    const waits = (turns[turn_id]?.ahead.length ?? 0) > 0;
    return waits && rows.some(({ message_id }) => message_id === turn_id);
  }

  function fillGap(turn_id: string) {
    const { signal } = control;
    if (gaps.has(turn_id) || signal.aborted || !hasGap(turn_id)) return;
    gaps.set(
      turn_id,
      clock.after(pieceWait, async () => {
        try {
          if (hasGap(turn_id))
            room.dispatch({ type: 'row', row: (await api.message(turn_id, signal)).message });
          gaps.delete(turn_id);
          // What is stored may end before these pieces, too.
          fillGap(turn_id);
        } catch {
          // The next piece tries again.
          gaps.delete(turn_id);
        }
      }),
    );
  }

  const sendPresence = () => feed?.setVisible(isVisible);

  async function follow(signal: AbortSignal) {
    let failures = 0;
    let isOpen = false;
    let more = false;
    while (!signal.aborted) {
      try {
        if (!isOpen) await open(signal);
        isOpen = true;
        if (!feed) {
          feed = openLive();
          sendPresence();
        }
        const opening = openings;
        // After a failure the answer also shows that the server is there again.
        const changes = await changed(more || failures > 0 || feed?.isOpen() ? 0 : longPoll, signal);
        if (!changes) continue;
        failures = 0;
        isFailing.dispatch(false);
        const { view, cursor } = room.read();
        // A person was blocked or unblocked, or the database was restored: the visible rows differ.
        if (changes.view !== view || changes.head < cursor) {
          isOpen = false;
          continue;
        }
        more = changes.more;
        room.dispatch({ type: 'changes', changes });
        // The member count and mutes are not rows of the feed.
        if (changes.members.length > 0) room.dispatch({ type: 'own', own: await api.space(signal) });
        // Only if the same socket is still open: otherwise these changes may lack some that it delivered.
        if (!more && feed?.isOpen() && opening === openings) isOpen = await receiveFrames(feed, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof FetchError && error.status === 404)
          return room.dispatch({ type: 'unavailable' });
        isFailing.dispatch(failures > 0);
        await backOff(++failures);
      }
    }
  }

  /** Null: the socket has since opened. */
  async function changed(wait: number, signal: AbortSignal): Promise<Changes | null> {
    const poll = new AbortController();
    if (wait > 0) polling = poll;
    try {
      return await api.changes(room.read().cursor, wait, AbortSignal.any([poll.signal, signal]));
    } catch (error) {
      if (!poll.signal.aborted) throw error;
      return null;
    } finally {
      polling = null;
    }
  }

  /** Applies frames until the socket closes or something must be fetched; false: everything must be refetched. */
  async function receiveFrames(live: LiveFeed, signal: AbortSignal): Promise<boolean> {
    for (let frame = await live.next(signal); frame; frame = await live.next(signal)) {
      const now = room.read();
      if (frame.type === 'resync') return false;
      if (frame.seq <= now.cursor) continue;
      if (frame.type === 'hint') await spreadOut();
      if (frame.type === 'hint' || frame.before > now.cursor) return true;
      const messages = (frame.rows.messages ?? []) as Changes['messages'];
      if (!areNamed(now, messages)) return true;
      room.dispatch({ type: 'received', messages, seq: frame.seq });
      for (const row of messages) if ('by_id' in row && row.by_id) presence.stoppedTyping(row.by_id);
    }
    return true;
  }

  /** A post on its way arrives although the room is left; after a failure, the rest then waits for the next attempt. */
  async function send() {
    if (isSending) return;
    isSending = true;
    let failures = 0;
    for (let post = next(); post; post = next()) {
      const { message_id } = post;
      const request = new AbortController();
      sending = { message_id, request };
      try {
        const result = await sendPost(post, request.signal);
        if ('posted' in result) {
          room.dispatch({ type: 'row', row: result.posted.message });
          if (post.turn_id !== null) ending?.taken(post.turn_id, result.posted.head);
        }
        showWaiting();
        failures = 0;
      } catch {
        if (request.signal.aborted) continue;
        if (control.signal.aborted) break;
        await backOff(++failures);
      }
    }
    isSending = false;
  }

  /** Fetches one page; returns whether there may be more. Scrolling on retries a failed one. */
  function fetchOlder(isLarge = false): Promise<boolean> {
    const { older } = room.read();
    if (older === null) return Promise.resolve(false);
    fetchingOlder ??= api
      .messages(older, control.signal, isLarge)
      .then((page) => {
        // The room was refetched meanwhile: messages between its first one and this page may be missing.
        if (room.read().older !== older) return true;
        room.dispatch({ type: 'older', page });
        const now = room.read();
        // A page from an outdated view is left out: the room is refetched anyway.
        return now.older !== null && now.older !== older;
      })
      .catch(() => false)
      .finally(() => {
        fetchingOlder = null;
      });
    return fetchingOlder;
  }

  async function fetchWhile(isWanted: () => boolean) {
    while (isWanted() && (await fetchOlder(true)));
  }

  const next = () => outbox.read().find(({ failed }) => failed === null);

  return {
    read: room.read,
    listen: room.listen,
    start: room.start,
    begin() {
      control = new AbortController();
      const stopped = control;
      const stopListening = outbox.listen(showWaiting);
      room.dispatch({ type: 'reopened' });
      const stopStoring = storing?.begin();
      const stopEnding = ending?.begin();
      showWaiting();
      void storing?.restore(stopped.signal);
      void follow(stopped.signal);
      void send();
      return () => {
        stopListening();
        stopStoring?.();
        stopEnding?.();
        stopped.abort();
        feed?.setVisible(false);
        feed?.stop();
        feed = undefined;
        presence.disconnected();
        for (const callOff of gaps.values()) callOff();
        gaps.clear();
        for (const end of [...pauses]) end();
      };
    },
    wake,
    presence,
    isFailing,
    setVisible(visible) {
      if (visible === isVisible) return;
      isVisible = visible;
      sendPresence();
      if (!visible) storing?.store();
    },
    typing() {
      if (clock.now() - typedAt < typingPause) return;
      typedAt = clock.now();
      feed?.send({ type: 'typing', feed: space_id });
    },
    left: () => room.dispatch({ type: 'unavailable' }),
    refresh: () =>
      api
        .space(control.signal)
        .then((own) => room.dispatch({ type: 'own', own }))
        // The next change will bring it.
        .catch(() => {}),
    post(post) {
      const { turn_id, wants } = post;
      if (turn_id !== null) asked?.add({ feed: space_id, turn_id, wants });
      const isStored = outbox.add({ ...post, message_id: newId(), at: clock.now(), failed: null });
      showWaiting();
      void send();
      // The next typing signal is sent immediately.
      typedAt = Number.NEGATIVE_INFINITY;
      return isStored;
    },
    retry(message_id) {
      // With the AI off a question would be refused each time.
      const isAiOff = room.read().own?.space.ai_mode === 'off';
      outbox.change(message_id, { failed: null, ...(isAiOff && { turn_id: null, wants: null }) });
      showWaiting();
      void send();
    },
    discard(message_id) {
      outbox.remove(message_id);
      if (sending?.message_id === message_id) sending.request.abort();
      showWaiting();
    },
    identify: (ids) => void identify(ids),
    loadOlder: () => void fetchOlder(),
    loadAll(onFailed) {
      let isStopped = false;
      void fetchWhile(() => !isStopped).then(() => {
        if (!isStopped && room.read().older !== null) onFailed?.();
      });
      return () => {
        isStopped = true;
      };
    },
    async edit(message_id, change) {
      const { message } = await api.edit(message_id, change);
      room.dispatch({ type: 'row', row: message });
    },
    async remove(message_id) {
      const { message } = await api.remove(message_id);
      room.dispatch({ type: 'row', row: message });
    },
    async react(message_id, emoji, isOn) {
      const { message } = await api.react(message_id, emoji, isOn);
      room.dispatch({ type: 'row', row: message });
    },
    // What becomes of the turn arrives with its row.
    async stopTurn(turn_id) {
      await api.stop(turn_id);
    },
    async withdraw(turn_id) {
      await api.withdraw(turn_id);
    },
    async askAgain(turn_id) {
      const next = newId();
      const before = room.read().rows.find(({ message_id }) => message_id === turn_id);
      // What someone else wanted is not for the account of whoever asks now.
      const wants = (before?.by_id === me && before.turn?.wants) || null;
      asked?.add({ feed: space_id, turn_id: next, wants }, 'again');
      await api.askAgain(turn_id, next, wants);
    },
  };
}
