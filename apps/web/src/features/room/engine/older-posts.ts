import type { Live } from '../../../lib/state/live.ts';
import type { Room, RoomEvent } from './room.ts';
import type { RoomApi } from './room-api.ts';

/** More messages than fit on a screen. */
const screenful = 30;

/** Fetches older messages page by page. */
export function olderPosts(
  room: Pick<Live<Room, RoomEvent>, 'read' | 'dispatch'>,
  api: Pick<RoomApi, 'messages'>,
  signal: () => AbortSignal,
) {
  let fetching: Promise<boolean> | null = null;

  /** Fetches one page; returns whether there may be more. Scrolling on retries a failed one. */
  function fetch(isLarge = false): Promise<boolean> {
    const { older } = room.read();
    if (older === null) return Promise.resolve(false);
    fetching ??= api
      .messages(older, signal(), isLarge)
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
        fetching = null;
      });
    return fetching;
  }

  async function fetchWhile(isWanted: () => boolean) {
    while (isWanted() && (await fetch(true)));
  }

  return {
    /** Fetches a page, unless that is under way or there is none. */
    load: () => void fetch(),
    /** Withheld posts can leave a page too short to scroll. */
    fill: () => void fetchWhile(() => room.read().rows.length < screenful),
    /** Fetches all of them, page by page, until the returned function is called or a page fails. */
    loadAll(onFailed?: () => void) {
      let isStopped = false;
      void fetchWhile(() => !isStopped).then(() => {
        if (!isStopped && room.read().older !== null) onFailed?.();
      });
      return () => {
        isStopped = true;
      };
    },
  };
}

/** Fetches the pinned messages of a room that are further back than what is loaded. */
export function pinnedPosts(
  room: Pick<Live<Room, RoomEvent>, 'read' | 'dispatch'>,
  api: Pick<RoomApi, 'pins'>,
  signal: () => AbortSignal,
) {
  return {
    async fetch() {
      const { own, rows } = room.read();
      const loaded = new Set(rows.map(({ message_id }) => message_id));
      if (own?.space.pins?.every((id) => loaded.has(id)) ?? true) return;
      // Without them, they are shown once their pages are loaded.
      const page = await api.pins(signal()).catch(() => null);
      if (page) room.dispatch({ type: 'pins', page });
    },
  };
}
