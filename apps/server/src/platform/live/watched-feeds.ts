import { type FeedName, liveLimits } from '@polylogue/contract';
import type { FeedKind, FeedSource, Watcher } from './feed-source.ts';
import { frameOf } from './frames.ts';
import type { LiveSocket } from './socket.ts';

/** A socket that watches a feed. */
export interface Watching extends Watcher {
  connection: string;
  userId: string;
  socket: LiveSocket;
  feed: WatchedFeed;
  /** The number up to which changes were sent. */
  sentUpTo: number;
  /** The same set object as long as it has the same members. */
  hidden: ReadonlySet<string>;
}

export interface WatchedFeed {
  source: FeedSource;
  id: string;
  name: FeedName;
  key: string;
  watchers: Set<Watching>;
  /** The highest known number. */
  head: number;
  isSending: boolean;
}

interface FeedsDeps {
  heads(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  log: (message: string, error: unknown) => void;
  /** How long to wait before asking a failed database again (milliseconds). */
  pause: number;
}

/** Feeds per query. */
const batch = 500;
export const feedKey = (kind: FeedKind, id: string): string => `${kind} ${id}`;

/** The feeds that sockets of this node watch; each is read once for all who see the same rows. */
export function watchedFeeds({ heads, log, pause }: FeedsDeps) {
  const feeds = new Map<string, WatchedFeed>();

  function changed(kind: FeedKind, id: string, seq: number) {
    const feed = feeds.get(feedKey(kind, id));
    if (feed) raise(feed, seq);
  }

  function raise(feed: WatchedFeed, seq: number) {
    feed.head = Math.max(feed.head, seq);
    void send(feed);
  }

  async function send(feed: WatchedFeed) {
    if (feed.isSending) return;
    feed.isSending = true;
    try {
      for (let group = behind(feed); group; group = behind(feed)) await sendToGroup(feed, group);
    } catch (error) {
      log('live feed', error);
      setTimeout(() => send(feed), pause).unref();
    } finally {
      feed.isSending = false;
    }
  }

  /** Watchers who were sent the same so far and see the same rows. */
  function behind({ watchers, head }: WatchedFeed): [Watching, ...Watching[]] | undefined {
    const [first, ...others] = [...watchers].filter(({ sentUpTo }) => sentUpTo < head);
    if (!first) return undefined;
    const view = viewOf(first);
    return [first, ...others.filter((one) => one.sentUpTo === first.sentUpTo && viewOf(one) === view)];
  }

  async function sendToGroup(feed: WatchedFeed, group: [Watching, ...Watching[]]) {
    const { source, id, name, watchers } = feed;
    const { userId, sentUpTo: before } = group[0];
    const hidden = group.map((one) => one.hidden);
    const wanted = feed.head;
    const page = await source.rowsAfter(userId, id, before, group[0].hidden);
    const seq = Math.max(page.head, wanted);
    const hint = frameOf({ type: 'hint', feed: name, seq });
    const isWhole = page.rows && !page.more && page.head >= wanted;
    const rows = isWhole ? frameOf({ type: 'feed', feed: name, before, seq, rows: page.rows ?? {} }) : hint;
    const frame = Buffer.byteLength(rows) > liveLimits.rowsBytes ? hint : rows;
    for (const [at, one] of group.entries()) {
      // Meanwhile the watcher may have left, come back at another position, or now see something else.
      if (!watchers.has(one) || one.sentUpTo !== before || one.hidden !== hidden[at]) continue;
      one.sentUpTo = seq;
      one.socket.send(one.socket.isCrowded() ? hint : frame);
    }
  }

  /** Finds changes that were not announced. */
  async function pollHeads(some: readonly WatchedFeed[] = [...feeds.values()]) {
    for (let at = 0; at < some.length; at += batch) {
      const page = some.slice(at, at + batch);
      const found = await heads(page.map(({ id }) => id));
      for (const feed of page) raise(feed, found.get(feed.id) ?? 0);
    }
  }

  function remove(watching: Watching) {
    const { watchers, key } = watching.feed;
    watchers.delete(watching);
    if (watchers.size === 0 && feeds.get(key) === watching.feed) feeds.delete(key);
  }

  async function headOf(watching: Watching): Promise<number> {
    const { id } = watching.feed;
    try {
      return (await heads([id])).get(id) ?? 0;
    } catch (error) {
      remove(watching);
      throw error;
    }
  }

  return {
    changed,
    pollHeads,
    remove,
    byKey: (key: string) => feeds.get(key),
    size: () => feeds.size,

    /** Starts watching for changes, and looks up what was written before. */
    async add(source: FeedSource, id: string, wanted: Omit<Watching, 'feed'>): Promise<Watching> {
      const key = feedKey(source.kind, id);
      const feed = feeds.get(key) ?? newFeed(source, id, key);
      feeds.set(key, feed);
      const watching: Watching = { ...wanted, feed };
      feed.watchers.add(watching);
      const head = await headOf(watching);
      if (head < watching.sentUpTo && head >= feed.head) {
        // A number that does not exist yet: the database was restored from a backup.
        watching.sentUpTo = head;
        wanted.socket.send(frameOf({ type: 'resync', feed: feed.name }));
      }
      raise(feed, head);
      return watching;
    },
  };
}

const viewOf = ({ hidden, userId }: Watching) => (hidden.size > 0 ? userId : '');

function newFeed(source: FeedSource, id: string, key: string): WatchedFeed {
  const name = source.kind === 'account' ? 'account' : id;
  return { source, id, name, key, watchers: new Set(), head: 0, isSending: false };
}
