import type { FeedName } from '@polylogue/contract';
import type { Connections, SocketConnection } from './connections.ts';
import type { FeedKind, FeedSource } from './feed-source.ts';
import { frameOf } from './frames.ts';
import type { presence } from './presence.ts';
import { feedKey, type WatchedFeed, type Watching, type watchedFeeds } from './watched-feeds.ts';

interface WatchesDeps {
  sources: ReadonlyMap<FeedKind, FeedSource>;
  connected: Pick<Connections, 'get' | 'has'>;
  feeds: Pick<ReturnType<typeof watchedFeeds>, 'add' | 'remove'>;
  here: Pick<ReturnType<typeof presence>, 'show' | 'leave' | 'setSilenced'>;
  /** A socket no longer watches a space; `isLeft`: its page was left, or its person may no longer watch. */
  watcherLeft(spaceId: string, connection: string, isLeft: boolean): void;
}

/** Which socket watches what, as far as its person may. */
export function watches({ sources, connected, feeds, here, watcherLeft }: WatchesDeps) {
  async function watch(connection: SocketConnection, name: FeedName, after: number) {
    const wasWatched = unwatch(connection, name);
    try {
      await begin(connection, name, after);
    } finally {
      // A browser that watches again, from another cursor, keeps the turns that it answers.
      if (wasWatched && !connection.watched.has(name)) left(connection, name, false);
    }
  }

  async function begin(connection: SocketConnection, name: FeedName, after: number) {
    const { id: connectionId, userId, socket, watched, changes } = connection;
    const kind = name === 'account' ? 'account' : 'space';
    const id = name === 'account' ? userId : name;
    const source = sources.get(kind);
    const watcher = (await source?.watchers(id, [userId]))?.get(userId);
    // The same for feeds that do not exist and feeds of others: fetching either gets the same answer.
    if (!source || !watcher) return socket.send(frameOf({ type: 'resync', feed: name }));
    if (!connected.has(connectionId)) return;
    const wanted = { connection: connectionId, userId, socket, sentUpTo: after, ...watcher };
    const watching = await feeds.add(source, id, wanted);
    watched.set(name, watching);
    // The socket closed meanwhile.
    if (!connected.has(connectionId)) return leave(connection, name);
    // The check that followed did not include this feed.
    if (connection.changes !== changes) await checkRights(watching.feed, [watching]);
    if (kind === 'space') here.show(feedKey(kind, id));
  }

  function leave(connection: SocketConnection | undefined, name: FeedName, isLeft = false) {
    if (connection && unwatch(connection, name)) left(connection, name, isLeft);
  }

  /** Returns whether it was watched. */
  function unwatch(connection: SocketConnection, name: FeedName): boolean {
    const watching = connection.watched.get(name);
    if (!watching) return false;
    connection.watched.delete(name);
    feeds.remove(watching);
    here.leave(watching.feed.key, connection.id);
    return true;
  }

  function left(connection: SocketConnection, name: FeedName, isLeft: boolean) {
    if (name !== 'account') watcherLeft(name, connection.id, isLeft);
  }

  /** Stops showing a feed to those of its watchers who may no longer watch it. */
  async function checkRights({ source, id, name }: WatchedFeed, watching: readonly Watching[]) {
    const may = await source.watchers(id, [...new Set(watching.map(({ userId }) => userId))]);
    for (const one of watching) {
      const watcher = may.get(one.userId);
      if (!watcher) leave(connected.get(one.connection), name, true);
      const mayWrite = watcher?.mayWrite ?? false;
      if (mayWrite !== one.mayWrite) here.setSilenced(one.feed.key, one.connection, !mayWrite);
      one.mayWrite = mayWrite;
      const hidden = watcher?.hidden;
      // Rows sent earlier may have become hidden, or visible again.
      if (hidden && isSame(hidden, one.hidden)) continue;
      one.hidden = hidden ?? one.hidden;
      one.socket.send(frameOf({ type: 'resync', feed: name }));
      here.show(one.feed.key);
    }
  }

  return { watch, leave, checkRights };
}

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && [...one].every((id) => other.has(id));
