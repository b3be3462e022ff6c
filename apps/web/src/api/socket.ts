import type { FeedName, HolderFrame } from '@polylogue/contract';
import { leavingCode } from '@polylogue/contract/live-limits';
import { timer } from '../lib/schedule/timer.ts';
import { type ConnectionNeeds, connection } from './connection.ts';
import type { FeedWatcher, OwnPresence, SentFrame } from './live-frames.ts';
import { watchList } from './watch-list.ts';

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
  /** Closes it until it is opened again; what is watched stays watched. */
  disconnect(): void;
  /** Opens it without delay, where it is needed. */
  reconnect(): void;
  /** For good. */
  close(): void;
}

export interface SocketNeeds extends ConnectionNeeds {
  page: Pick<Document, 'visibilityState' | 'addEventListener'>;
  window: Pick<Window, 'addEventListener'>;
}

/** How long a hidden tab keeps its socket, in ms. */
const hiddenTime = 300_000;

export function liveSocket({ page, window, ...needs }: SocketNeeds): LiveSocket {
  const watched = watchList();
  const hidden = timer(needs.after);
  const switchListeners = new Set<(isOpen: boolean) => void>();

  const isVisible = () => page.visibilityState === 'visible';
  const isNeeded = () => !watched.isEmpty() && (isVisible() || watched.isForTurns());
  const line = connection(needs, {
    isNeeded,
    cursors: watched.cursors,
    onFrame: watched.receive,
    onOpen(feeds) {
      // What has been watched or unwatched since hello.
      watched.framesSince(feeds).forEach(line.send);
      switched();
    },
    onClose: switched,
  });

  function switched() {
    watched.switched();
    for (const listener of [...switchListeners]) listener(line.isOpen());
  }

  function restartHiddenTimer() {
    hidden.stop();
    if (!isVisible()) hidden.start(hiddenTime, () => watched.isForTurns() || line.close());
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
  window.addEventListener('pagehide', () => line.close(leavingCode), listening);
  window.addEventListener('pageshow', line.connect, listening);

  return {
    isOpen: line.isOpen,

    watch(feed, watcher) {
      const isWatched = watched.add(feed, watcher);
      line.ensure();
      // Watching anew fetches the changes after a watcher's cursor.
      if (!(isWatched && watcher.isForTurns)) watched.watchFrames(feed).forEach(line.send);
      return () => {
        const { wasThere, isLast } = watched.remove(feed, watcher);
        if (wasThere && watcher.isForTurns) restartHiddenTimer();
        if (isLast) line.send({ type: 'leave', feed });
      };
    },

    send: line.send,

    setPresence(feed, change) {
      watched.setPresence(feed, change);
      watched.presenceFrames(feed).forEach(line.send);
    },

    onHolderFrame: watched.onHolderFrame,

    onSwitch(listener) {
      switchListeners.add(listener);
      return () => void switchListeners.delete(listener);
    },

    disconnect: () => line.close(),
    reconnect: line.connect,

    close() {
      closing.abort();
      // Wakes those who wait for changes.
      line.close();
      watched.clear();
      hidden.stop();
    },
  };
}
