import { type FeedName, liveLimits } from '@polylogue/contract';
import { doEach } from '../batches/do-each.ts';
import { pages } from '../batches/pages.ts';
import type { FeedKind, FeedSource, Watcher } from './feed-source.ts';
import { frameOf } from './frames.ts';
import type { BrowserSocket } from './socket.ts';

/** A socket that watches a feed. */
export interface Watching extends Watcher {
  connection: string;
  userId: string;
  socket: BrowserSocket;
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

/** The feeds that sockets of this node watch; each is read once for all. */
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
    const failed = new Set<Watching>();
    for (let group = behind(feed, failed); group.length > 0; group = behind(feed, failed)) {
      await sendToGroup(feed, group).catch((error) => {
        log('live feed', error);
        // They are served again after a pause; the others need not wait for that.
        for (const one of group) failed.add(one);
      });
    }
    feed.isSending = false;
    if (failed.size > 0) setTimeout(() => send(feed), pause).unref();
  }

  /** Watchers who were sent the same so far, without those whose rows could not be read. */
  function behind({ watchers, head }: WatchedFeed, failed: ReadonlySet<Watching>): Watching[] {
    const all = [...watchers].filter((one) => one.sentUpTo < head && !failed.has(one));
    return all.filter(({ sentUpTo }) => sentUpTo === all[0]?.sentUpTo);
  }

  async function sendToGroup(feed: WatchedFeed, group: readonly Watching[]) {
    const { source, id, name, watchers } = feed;
    const before = group[0]?.sentUpTo ?? 0;
    const hidden = group.map((one) => one.hidden);
    const wanted = feed.head;
    const page = await source.rowsAfter(id, before);
    const seq = Math.max(page.head, wanted);
    const hint = frameOf({ type: 'hint', feed: name, seq });
    const isWhole = !page.more && page.head >= wanted;
    const frames = new Map<object, string>();
    function frameFor(userId: string): string {
      const rows = isWhole ? page.rowsFor(userId) : null;
      if (!rows) return hint;
      const known = frames.get(rows);
      if (known !== undefined) return known;
      const frame = frameOf({ type: 'feed', feed: name, before, seq, rows });
      const fits = Buffer.byteLength(frame) <= liveLimits.rowsBytes;
      frames.set(rows, fits ? frame : hint);
      return fits ? frame : hint;
    }
    await doEach(group.entries(), ([at, one]) => {
      // Meanwhile the watcher may have left, come back at another position, or now see something else.
      if (!watchers.has(one) || one.sentUpTo !== before || one.hidden !== hidden[at]) return;
      const frame = one.socket.isCrowded() ? hint : frameFor(one.userId);
      one.sentUpTo = seq;
      one.socket.send(frame);
    });
  }

  /** Finds changes that were not announced. */
  async function pollHeads(some: readonly WatchedFeed[] = [...feeds.values()]) {
    await doEach(pages(some, batch), async (page) => {
      const found = await heads(page.map(({ id }) => id));
      for (const feed of page) raise(feed, found.get(feed.id) ?? 0);
    });
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

function newFeed(source: FeedSource, id: string, key: string): WatchedFeed {
  const name = source.kind === 'account' ? 'account' : id;
  return { source, id, name, key, watchers: new Set(), head: 0, isSending: false };
}
