import type { BrowserFrame, FeedName, ServerFrame } from '@polylogue/contract';
import { liveLimits } from '@polylogue/contract/live-limits';

/** What comes of a feed: what has changed, that something has, or that all of it is to be fetched again. */
export type FeedFrame =
  | Extract<ServerFrame, { type: 'feed' | 'resync' }>
  | { type: 'hint'; feed: FeedName; seq: number };

/** Who is in a feed at the moment, and what they do: nothing that is stored. */
export type ShownFrame = Extract<ServerFrame, { type: 'presence' | 'typing' }>;
/** What one says of oneself to the others in a feed. */
export type ToldFrame = Extract<BrowserFrame, { type: 'presence' | 'typing' }>;

/** Who wants to hear of a feed. */
export interface FeedWatcher {
  /** The number of the last change that is known. */
  after(): number;
  heard(frame: FeedFrame): void;
  shown?: ((frame: ShownFrame) => void) | undefined;
  /** The socket has opened or closed: only while it is open changes are heard of. */
  changed(): void;
}

/** The one socket of a tab, for as long as somebody looks at the tab and something is watched. */
export interface LiveSocket {
  isOpen(): boolean;
  /** Of each feed there is one watcher. Returns what ends it. */
  watch(feed: FeedName, watcher: FeedWatcher): () => void;
  /** Sent only while it is open. */
  tell(frame: ToldFrame): void;
  close(): void;
}

export interface SocketNeeds {
  /** Proves who connects, once. */
  ticket(signal: AbortSignal): Promise<string>;
  open(): WebSocket;
  /** Calls back after so many milliseconds, unless the returned function was called. */
  after(ms: number, work: () => void): () => void;
  /** From 0 to 1. */
  random(): number;
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>;
}

const second = 1_000;
/** A tab nobody looks at lets go of its socket after so long. */
const hiddenTime = 300 * second;

export function liveSocket({ ticket, open, after, random, page, window }: SocketNeeds): LiveSocket {
  const watchers = new Map<FeedName, FeedWatcher>();
  let socket: WebSocket | null = null;
  let attempt: AbortController | null = null;
  /** The server has answered to hello. */
  let isOpen = false;
  let failures = 0;
  /** Cancels the next try, while one is planned. */
  let retry: (() => void) | null = null;
  let cancelSilence = () => {};
  let cancelLeaving = () => {};

  const isVisible = () => page.visibilityState === 'visible';

  async function connect() {
    endRetry();
    if (attempt || watchers.size === 0 || !isVisible()) return;
    const mine = new AbortController();
    attempt = mine;
    listenForSilence();
    try {
      const proof = await ticket(mine.signal);
      if (mine === attempt) begin(proof, open());
    } catch {
      if (mine === attempt) lost();
    }
  }

  function begin(proof: string, ws: WebSocket) {
    socket = ws;
    ws.onopen = () => {
      const cursors = [...watchers].map(([feed, watcher]) => [feed, watcher.after()]);
      send({ type: 'hello', ticket: proof, after: Object.fromEntries(cursors) });
    };
    ws.onmessage = ({ data }) => {
      listenForSilence();
      heard(JSON.parse(data));
    };
    ws.onclose = lost;
  }

  function send(frame: BrowserFrame) {
    socket?.send(JSON.stringify(frame));
  }

  function listenForSilence() {
    cancelSilence();
    cancelSilence = after(liveLimits.silence * second, lost);
  }

  function heard(frame: ServerFrame) {
    switch (frame.type) {
      case 'welcome':
        failures = 0;
        isOpen = true;
        return tellAll();
      case 'feed':
      case 'hint':
      case 'resync':
        return watchers.get(frame.feed)?.heard(frame);
      case 'presence':
      case 'typing':
        return watchers.get(frame.feed)?.shown?.(frame);
      case 'heads':
        for (const [feed, watcher] of watchers) {
          const seq = frame.heads[feed];
          if (seq !== undefined) watcher.heard({ type: 'hint', feed, seq });
        }
        return;
      case 'closing':
        // This person has as many as they may have: other ways are as good for a while.
        if (frame.because === 'too-many') failures = 6;
    }
  }

  function tellAll() {
    for (const watcher of [...watchers.values()]) watcher.changed();
  }

  /** Lets go of the socket. */
  function disconnect() {
    endRetry();
    cancelSilence();
    attempt?.abort();
    attempt = null;
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
    socket = null;
    if (!isOpen) return;
    isOpen = false;
    tellAll();
  }

  function lost() {
    disconnect();
    failures += 1;
    // Full jitter: browsers that lost the same server do not come back together.
    retry = after(second + random() * Math.min(59, 2 ** failures) * second, () => void connect());
  }

  function endRetry() {
    retry?.();
    retry = null;
  }

  function looked() {
    cancelLeaving();
    if (isVisible()) void connect();
    else cancelLeaving = after(hiddenTime, disconnect);
  }

  const came = () => void connect();
  const dropped = () => socket && lost();

  page.addEventListener('visibilitychange', looked);
  window.addEventListener('online', came);
  // It would be silent for long before anybody noticed.
  window.addEventListener('offline', dropped);
  // With a socket the browser would not keep the page to come back to.
  window.addEventListener('pagehide', disconnect);
  window.addEventListener('pageshow', came);

  return {
    isOpen: () => isOpen,

    watch(feed, watcher) {
      watchers.set(feed, watcher);
      if (isOpen) send({ type: 'watch', feed, after: watcher.after() });
      else if (!attempt && !retry) void connect();
      return () => {
        if (watchers.get(feed) !== watcher) return;
        watchers.delete(feed);
        if (isOpen) send({ type: 'leave', feed });
      };
    },

    tell(frame) {
      if (isOpen) send(frame);
    },

    close() {
      page.removeEventListener('visibilitychange', looked);
      window.removeEventListener('online', came);
      window.removeEventListener('offline', dropped);
      window.removeEventListener('pagehide', disconnect);
      window.removeEventListener('pageshow', came);
      watchers.clear();
      cancelLeaving();
      disconnect();
    },
  };
}
