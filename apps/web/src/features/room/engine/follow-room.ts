import { FetchError } from '@polylogue/contract/client';
import { type FeedFollower, type FollowNeeds, followFeed } from '../../../api/follow-feed.ts';
import type { FetchResult } from '../../../api/following.ts';
import type { Live } from '../../../lib/state/live.ts';
import { type Changes, type Room, type RoomEvent, renamedIn, unnamedIn } from './room.ts';
import type { RoomApi } from './room-api.ts';

interface Needs extends Pick<FollowNeeds, 'socket' | 'clock' | 'random' | 'onTransientFrame' | 'onSwitch'> {
  space_id: string;
  room: Pick<Live<Room, RoomEvent>, 'read' | 'dispatch'>;
  api: Pick<RoomApi, 'space' | 'messages' | 'changes'>;
  onLoaded(): void;
  /** Finds out who people are; resolves with whether they are known now, as far as the reader may. */
  identify(ids: readonly string[]): Promise<boolean>;
  /** Asks anew for people who are known. */
  identifyAgain(ids: readonly string[]): Promise<void>;
  /** They have posted. */
  onPost(user_id: string): void;
  /** Fetching has failed more than once, or works again. */
  setFailing(isFailing: boolean): void;
}

/** How long a browser waits at most before it fetches after a hint, and how much of that for each person in the space. */
const longestSpread = 2_000;
const spreadEach = 20;

/** Follows a space: first its current content, then its changes. */
export function followRoom({
  space_id,
  room,
  api,
  onLoaded,
  identify,
  identifyAgain,
  onPost,
  setFailing,
  ...needs
}: Needs): FeedFollower {
  async function load(signal: AbortSignal): Promise<FetchResult> {
    // Later changes are fetched from the head of the messages on, so the space must not be older than that.
    const [page, own] = await Promise.all([api.messages(undefined, signal), api.space(signal)]);
    room.dispatch({ type: 'opened', own: own.head < page.head ? await api.space(signal) : own, page });
    onLoaded();
    return 'current';
  }

  async function fetch(seconds: number, signal: AbortSignal): Promise<FetchResult> {
    const changes = await api.changes(room.read().cursor, seconds, signal);
    const { view, cursor } = room.read();
    // A person was blocked or unblocked, or the database was restored: the visible rows differ.
    if (changes.view !== view || changes.head < cursor) return 'outdated';
    // The member count and mutes are not rows of the feed. First: whoever is called off meanwhile fetches both again.
    const own = changes.members.length > 0 ? await api.space(signal) : null;
    room.dispatch({ type: 'changes', changes });
    if (own) room.dispatch({ type: 'own', own });
    return changes.more ? 'behind' : 'current';
  }

  return followFeed({
    ...needs,
    feed: space_id,
    cursor: () => room.read().cursor,
    load,
    fetch,
    async apply({ rows, seq }) {
      const messages = (rows.messages ?? []) as Changes['messages'];
      const { named, reacted } = unnamedIn(room.read(), messages);
      const renamed = renamedIn(room.read(), messages);
      if (named.length > 0 && !(await identify(named))) return false;
      room.dispatch({ type: 'received', messages, people: rows.people?.[0] as number | undefined, seq });
      void identify(reacted);
      // Without an answer they keep their names here until the room is loaded again.
      void identifyAgain(renamed).catch(() => {});
      for (const row of messages) if ('by_id' in row && row.by_id) onPost(row.by_id);
      return true;
    },
    // Everyone in the room got the same hint: the more they are, the longer they take to fetch, one after the other.
    spread: () => needs.random() * Math.min(longestSpread, (room.read().own?.people ?? 0) * spreadEach),
    onTask(task) {
      if (task.type === 'rest') setFailing(task.failures > 1);
      if (task.type === 'poll' || task.type === 'listen') setFailing(false);
    },
    onFailure(error) {
      const isGone = error instanceof FetchError && error.isNotFound;
      if (isGone) room.dispatch({ type: 'unavailable' });
      return isGone;
    },
  });
}
