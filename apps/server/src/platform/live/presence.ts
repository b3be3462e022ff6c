import { liveLimits } from '@polylogue/contract';
import { frameOf } from './frames.ts';
import type { LiveTimes } from './times.ts';
import type { WatchedFeed, Watching } from './watched-feeds.ts';

/** A person present through one socket; null: no longer. */
export interface Present {
  key: string;
  connection: string;
  user_id: string;
  is_visible: boolean | null;
}

interface PresenceDeps {
  feed(key: string): WatchedFeed | undefined;
  /** Notifies the other nodes. */
  tell(present: Present): void;
  now: () => number;
  times: Pick<LiveTimes, 'presence' | 'renew'>;
}

interface Known extends Present {
  isHere: boolean;
  /** When another node last confirmed it. */
  at: number;
}

/** Who watches which feed, in memory only; what another node does not renew is forgotten. */
export function presence({ feed, tell, now, times }: PresenceDeps) {
  const feeds = new Map<string, Map<string, Known>>();
  const shown = new WeakMap<Watching, string>();
  const stale = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const renewing = setInterval(renew, times.renew).unref();

  function note(present: Present, isHere: boolean) {
    const { key, connection } = present;
    const there = feeds.get(key) ?? new Map<string, Known>();
    if (present.is_visible === null) there.delete(connection);
    else there.set(connection, { ...present, isHere, at: now() });
    if (there.size > 0) feeds.set(key, there);
    else feeds.delete(key);
    show(key);
  }

  function show(key: string) {
    stale.add(key);
    timer ??= setTimeout(showAll, times.presence).unref();
  }

  function showAll() {
    timer = undefined;
    for (const key of stale) {
      const one = feed(key);
      if (one) showIn(one);
    }
    stale.clear();
  }

  function showIn(one: WatchedFeed) {
    const everybody = peopleIn(feeds.get(one.key)?.values() ?? []);
    const forMost = frameFor(one, everybody);
    for (const watching of one.watchers) {
      const { hidden, socket } = watching;
      const frame =
        hidden.size > 0
          ? frameFor(one, new Map([...everybody].filter(([userId]) => !hidden.has(userId))))
          : forMost;
      if (shown.get(watching) === frame) continue;
      shown.set(watching, frame);
      socket.sendIfIdle(frame);
    }
  }

  function renew() {
    for (const [key, there] of feeds) {
      for (const { isHere, at, ...present } of there.values()) {
        if (isHere) tell(present);
        else if (now() - at > 2.5 * times.renew) note({ ...present, key, is_visible: null }, false);
      }
    }
  }

  return {
    show,
    /** For a socket on this node. */
    set(present: Present) {
      note(present, true);
      tell(present);
    },
    /** For a socket on another node. */
    heard: (present: Present) => note(present, false),
    leave(key: string, connection: string) {
      const known = feeds.get(key)?.get(connection);
      if (!known) return;
      const { isHere: _, at: __, ...present } = known;
      note({ ...present, is_visible: null }, true);
      tell({ ...present, is_visible: null });
    },
    close() {
      clearTimeout(timer);
      clearInterval(renewing);
    },
  };
}

/** Each person, with whether any of their sockets is looking. */
function peopleIn(there: Iterable<Known>): Map<string, boolean> {
  const people = new Map<string, boolean>();
  for (const { user_id, is_visible } of there) {
    people.set(user_id, people.get(user_id) || is_visible === true);
  }
  return people;
}

function frameFor({ name }: WatchedFeed, people: ReadonlyMap<string, boolean>): string {
  const some = [...people].slice(0, liveLimits.people);
  return frameOf({
    type: 'presence',
    feed: name,
    people: some.map(([user_id, is_visible]) => ({ user_id, is_visible })),
    count: people.size,
  });
}
