import type { BrowserFrame, FeedName, ServerFrame } from '@polylogue/contract';
import { liveLimits } from '@polylogue/contract/live-limits';

/** What arrives for a feed: what has changed, that something has, or that all of it must be fetched again. */
export type FeedFrame =
  | Extract<ServerFrame, { type: 'feed' | 'resync' }>
  | { type: 'hint'; feed: FeedName; seq: number };

/** Who is in a feed at the moment, and what they are doing; none of it is stored. */
export type ShownFrame = Extract<ServerFrame, { type: 'presence' | 'typing' }>;
/** What a person tells the others in a feed about themselves. */
export type SentFrame = Extract<BrowserFrame, { type: 'presence' | 'typing' }>;

/** A listener of one feed. */
export interface FeedWatcher {
  /** The number of the last known change. */
  after(): number;
  heard(frame: FeedFrame): void;
  shown?: ((frame: ShownFrame) => void) | undefined;
  /** The socket has opened or closed: changes arrive only while it is open. */
  changed(): void;
}

/** The one socket of a tab, open for as long as the tab is in view and something is watched. */
export interface LiveSocket {
  isOpen(): boolean;
  /** Each feed has one watcher. Returns a function that stops watching. */
  watch(feed: FeedName, watcher: FeedWatcher): () => void;
  /** Sent only while it is open. */
  tell(frame: SentFrame): void;
  close(): void;
}

export interface SocketNeeds {
  /** Proves once who is connecting. */
  ticket(signal: AbortSignal): Promise<string>;
  open(): WebSocket;
  /** Calls back after `ms` milliseconds, unless the returned function has been called. */
  after(ms: number, work: () => void): () => void;
  /** From 0 to 1. */
  random(): number;
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>;
}

const second = 1_000;
/** How long a hidden tab keeps its socket, in ms. */
const hiddenTime = 300 * second;

export function liveSocket({ ticket, open, after, random, page, window }: SocketNeeds): LiveSocket {
  const watchers = new Map<FeedName, FeedWatcher>();
  /** The feeds named in hello. */
  let greeted: readonly FeedName[] = [];
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
      greeted = [...watchers.keys()];
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
        tellChanges();
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
        // This person has as many sockets as they may have: polling will do for a while.
        if (frame.because === 'too-many') failures = 6;
    }
  }

  /** What began or stopped being watched since hello. */
  function tellChanges() {
    for (const [feed, watcher] of watchers) {
      if (!greeted.includes(feed)) send({ type: 'watch', feed, after: watcher.after() });
    }
    for (const feed of greeted) if (!watchers.has(feed)) send({ type: 'leave', feed });
  }

  function tellAll() {
    for (const watcher of [...watchers.values()]) watcher.changed();
  }

  /** Closes the socket. */
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
  // Otherwise the silence would go unnoticed for a long time.
  window.addEventListener('offline', dropped);
  // A page with a socket does not go into the back/forward cache.
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
