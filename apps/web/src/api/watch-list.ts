import type { BrowserFrame, FeedName, HolderFrame, ServerFrame } from '@polylogue/contract';
import type { FeedWatcher, OwnPresence } from './live-frames.ts';

/** What is watched in this tab, how this browser is present there, and who hears of it. */
export function watchList() {
  const watchers = new Map<FeedName, Set<FeedWatcher>>();
  const presences = new Map<FeedName, OwnPresence>();
  const holderListeners = new Set<(frame: HolderFrame) => void>();

  const of = (feed: FeedName) => [...(watchers.get(feed) ?? [])];
  /** Each watcher fetches what came before its own cursor. */
  const cursorOf = (feed: FeedName) => Math.max(0, ...of(feed).map((watcher) => watcher.after()));

  function presenceFrames(feed: FeedName): BrowserFrame[] {
    const present = presences.get(feed);
    if (!present || !watchers.has(feed)) return [];
    const { is_visible, torch } = present;
    return [{ type: 'presence', feed, is_visible, ...(torch && { torch }) }];
  }

  /** What to send to watch a feed, from the last known change on. */
  const watchFrames = (feed: FeedName): BrowserFrame[] => [
    { type: 'watch', feed, after: cursorOf(feed) },
    ...presenceFrames(feed),
  ];

  return {
    isEmpty: () => watchers.size === 0,
    /** Whether anything is watched for turns. */
    isForTurns: () => [...watchers.values()].some((all) => [...all].some((one) => one.isForTurns)),

    /** The last change known of each feed. */
    cursors: (): [FeedName, number][] => [...watchers.keys()].map((feed) => [feed, cursorOf(feed)]),

    watchFrames,
    presenceFrames,

    /** What to send to a server that believes these feeds to be watched. */
    framesSince(feeds: readonly FeedName[]): BrowserFrame[] {
      const watched = [...watchers.keys()].flatMap((feed) =>
        feeds.includes(feed) ? presenceFrames(feed) : watchFrames(feed),
      );
      const left = feeds.filter((feed) => !watchers.has(feed));
      return [...watched, ...left.map((feed) => ({ type: 'leave', feed }) as const)];
    },

    /** Returns whether the feed was watched already. */
    add(feed: FeedName, watcher: FeedWatcher): boolean {
      const isWatched = watchers.has(feed);
      watchers.set(feed, (watchers.get(feed) ?? new Set()).add(watcher));
      return isWatched;
    },

    /** Returns whether the watcher was there, and whether it was the last one of its feed. */
    remove(feed: FeedName, watcher: FeedWatcher): { wasThere: boolean; isLast: boolean } {
      const others = watchers.get(feed);
      const wasThere = others?.delete(watcher) ?? false;
      const isLast = wasThere && others?.size === 0;
      if (isLast) watchers.delete(feed);
      return { wasThere, isLast };
    },

    setPresence(feed: FeedName, change: Partial<OwnPresence>) {
      const before = presences.get(feed);
      presences.set(feed, { is_visible: false, torch: undefined, ...before, ...change });
    },

    onHolderFrame(listener: (frame: HolderFrame) => void) {
      holderListeners.add(listener);
      return () => void holderListeners.delete(listener);
    },

    /** Hands a frame to those whom it concerns. */
    receive(frame: ServerFrame) {
      switch (frame.type) {
        case 'feed':
        case 'hint':
        case 'resync':
          for (const watcher of of(frame.feed)) watcher.onFrame(frame);
          return;
        case 'presence':
        case 'typing':
        case 'delta':
        case 'news':
          for (const watcher of of(frame.feed)) watcher.onTransientFrame?.(frame);
          return;
        case 'offer':
        case 'ack':
        case 'heartbeat-request':
        case 'revoked':
          for (const listener of [...holderListeners]) listener(frame);
          return;
        case 'heads':
          for (const [feed, seq] of Object.entries(frame.heads) as [FeedName, number][]) {
            for (const watcher of of(feed)) watcher.onFrame({ type: 'hint', feed, seq });
          }
      }
    },

    /** The socket has opened or closed. */
    switched() {
      for (const feed of [...watchers.keys()]) for (const watcher of of(feed)) watcher.onSwitch();
    },

    clear() {
      watchers.clear();
      presences.clear();
    },
  };
}
