import type { BrowserFrame, FeedName, HolderFrame, ServerFrame } from '@polylogue/contract';
import type { FeedWatcher, OwnPresence } from './live-frames.ts';

/** What is watched in this tab. */
export type Watchers = Map<FeedName, Set<FeedWatcher>>;
/** How this browser is present in spaces. */
export type Presences = Map<FeedName, OwnPresence>;
export type HolderListener = (frame: HolderFrame) => void;

const watchersOf = (watchers: Watchers, feed: FeedName) => [...(watchers.get(feed) ?? [])];

/** Whether anything is watched for turns. */
export const isForTurns = (watchers: Watchers): boolean =>
  [...watchers.values()].some((all) => [...all].some((one) => one.isForTurns));

/** The last change known of a feed: each watcher fetches what came before its own cursor. */
export const cursorOf = (watchers: Watchers, feed: FeedName): number =>
  Math.max(0, ...watchersOf(watchers, feed).map((watcher) => watcher.after()));

/** What to send of a presence, if there is any. */
export function presenceFrames(watchers: Watchers, presences: Presences, feed: FeedName): BrowserFrame[] {
  const present = presences.get(feed);
  if (!present || !watchers.has(feed)) return [];
  const { is_visible, torch } = present;
  return [{ type: 'presence', feed, is_visible, ...(torch && { torch }) }];
}

/** What to send to watch a feed, from the last known change on. */
export const watchFrames = (watchers: Watchers, presences: Presences, feed: FeedName): BrowserFrame[] => [
  { type: 'watch', feed, after: cursorOf(watchers, feed) },
  ...presenceFrames(watchers, presences, feed),
];

/** What to send to a server that believes these feeds to be watched. */
export const framesSince = (
  watchers: Watchers,
  presences: Presences,
  feeds: readonly FeedName[],
): BrowserFrame[] => [
  ...[...watchers.keys()].flatMap((feed) =>
    (feeds.includes(feed) ? presenceFrames : watchFrames)(watchers, presences, feed),
  ),
  ...feeds.filter((feed) => !watchers.has(feed)).map((feed) => ({ type: 'leave', feed }) as const),
];

/** Hands a frame to those whom it concerns. */
export function deliver(frame: ServerFrame, watchers: Watchers, holderListeners: Iterable<HolderListener>) {
  switch (frame.type) {
    case 'feed':
    case 'hint':
    case 'resync':
      for (const watcher of watchersOf(watchers, frame.feed)) watcher.onFrame(frame);
      return;
    case 'presence':
    case 'typing':
    case 'delta':
    case 'own':
    case 'news':
      for (const watcher of watchersOf(watchers, frame.feed)) watcher.onTransientFrame?.(frame);
      return;
    case 'offer':
    case 'ack':
    case 'heartbeat-request':
    case 'revoked':
      for (const listener of [...holderListeners]) listener(frame);
      return;
    case 'heads':
      for (const [feed, seq] of Object.entries(frame.heads) as [FeedName, number][]) {
        deliver({ type: 'hint', feed, seq }, watchers, []);
      }
  }
}

/** The socket has opened or closed. */
export function tellWatchers(watchers: Watchers) {
  for (const feed of [...watchers.keys()]) {
    for (const watcher of watchersOf(watchers, feed)) watcher.onSwitch();
  }
}
