import type { FeedName, HolderFrame } from '@polylogue/contract';
import { leavingCode } from '@polylogue/contract/live-limits';
import { timer } from '../lib/schedule/timer.ts';
import { type ConnectionNeeds, connection } from './connection.ts';
import type { FeedWatcher, OwnPresence, SentFrame } from './live-frames.ts';
import {
  cursorOf,
  deliver,
  framesSince,
  type HolderListener,
  isForTurns,
  type Presences,
  presenceFrames,
  tellWatchers,
  type Watchers,
  watchFrames,
} from './watch-list.ts';

/** The one socket of a tab, open for as long as something is watched, and the tab is in view or answers turns. */
export interface LiveSocket {
  isOpen(): boolean;
  /** Returns a function that stops watching. */
  watch(feed: FeedName, watcher: FeedWatcher): () => void;
  /** Sends if the socket is open; returns whether it was. */
  send(frame: SentFrame): boolean;
  /** Whether a watched space is in view, and what this browser lends there; omitted fields stay as they are. */
  setPresence(feed: FeedName, change: Partial<OwnPresence>): void;
  /** Listens for frames about turns that this browser answers or is offered. Returns a function that stops listening. */
  onHolderFrame(listener: (frame: HolderFrame) => void): () => void;
  /** Calls back when the socket opens or closes, until the returned function is called. */
  onSwitch(listener: (isOpen: boolean) => void): () => void;
  /** Calls back when the page is left, while the socket is still open, until the returned function is called. */
  onLeaving(listener: () => void): () => void;
  /** Closes it until it is opened again; what is watched stays watched. */
  disconnect(): void;
  /** Opens it without delay, where it is needed. */
  reconnect(): void;
  /** For good. */
  close(): void;
}

export interface SocketNeeds extends ConnectionNeeds {
  /** Whether it stays open in a tab that is hidden for long. */
  staysOpen?(): boolean;
  page: Pick<Document, 'visibilityState' | 'addEventListener'>;
  window: Pick<Window, 'addEventListener'>;
}

/** How long a hidden tab keeps its socket, in ms. */
const hiddenTime = 300_000;

export function liveSocket({ page, window, staysOpen = () => false, ...needs }: SocketNeeds): LiveSocket {
  const watchers: Watchers = new Map();
  const presences: Presences = new Map();
  const holderListeners = new Set<HolderListener>();
  const hidden = timer(needs.after);
  const switchListeners = new Set<(isOpen: boolean) => void>();
  const leavingListeners = new Set<() => void>();

  const isVisible = () => page.visibilityState === 'visible';
  const isNeeded = () => watchers.size > 0 && (isVisible() || isForTurns(watchers) || staysOpen());
  const line = connection(needs, {
    isNeeded,
    cursors: () => [...watchers.keys()].map((feed) => [feed, cursorOf(watchers, feed)]),
    onFrame: (frame) => deliver(frame, watchers, holderListeners),
    onOpen(feeds) {
      // What has been watched or unwatched since hello.
      framesSince(watchers, presences, feeds).forEach(line.send);
      switched();
    },
    onClose: switched,
  });

  function switched() {
    tellWatchers(watchers);
    for (const listener of [...switchListeners]) listener(line.isOpen());
  }

  function left() {
    // Not listeners of their own: Chromium calls those of a window in the order in which they came, whatever the phase.
    for (const listener of [...leavingListeners]) listener();
    line.close(leavingCode);
  }

  function restartHiddenTimer() {
    hidden.stop();
    if (!isVisible()) hidden.start(hiddenTime, () => isNeeded() || line.close());
  }

  const closing = new AbortController();
  const listening = { signal: closing.signal };
  page.addEventListener(
    'visibilitychange',
    () => {
      if (isNeeded()) line.connect();
      restartHiddenTimer();
    },
    listening,
  );
  window.addEventListener('online', line.connect, listening);
  // Otherwise the silence would be noticed only much later.
  window.addEventListener('offline', line.lose, listening);
  // A page with a socket does not go into the back/forward cache.
  // Frames may be lost with a page; that its socket is closed, and why, arrives.
  window.addEventListener('pagehide', left, listening);
  window.addEventListener('pageshow', line.connect, listening);

  return {
    isOpen: line.isOpen,

    watch(feed, watcher) {
      const isWatched = watchers.has(feed);
      watchers.set(feed, (watchers.get(feed) ?? new Set()).add(watcher));
      line.ensure();
      // Watching anew fetches the changes after a watcher's cursor.
      if (!(isWatched && watcher.isForTurns)) watchFrames(watchers, presences, feed).forEach(line.send);
      return () => {
        const others = watchers.get(feed);
        if (!others?.delete(watcher)) return;
        if (watcher.isForTurns) restartHiddenTimer();
        if (others.size > 0) return;
        watchers.delete(feed);
        line.send({ type: 'leave', feed });
      };
    },

    send: line.send,

    setPresence(feed, change) {
      const before = presences.get(feed);
      presences.set(feed, { is_visible: false, torch: undefined, ...before, ...change });
      presenceFrames(watchers, presences, feed).forEach(line.send);
    },

    onHolderFrame(listener) {
      holderListeners.add(listener);
      return () => void holderListeners.delete(listener);
    },

    onSwitch(listener) {
      switchListeners.add(listener);
      return () => void switchListeners.delete(listener);
    },

    onLeaving(listener) {
      leavingListeners.add(listener);
      return () => void leavingListeners.delete(listener);
    },

    disconnect: () => line.close(),
    reconnect: line.connect,

    close() {
      closing.abort();
      // Wakes those who wait for changes.
      line.close();
      watchers.clear();
      presences.clear();
      hidden.stop();
    },
  };
}
