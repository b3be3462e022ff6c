import type { BrowserFrame, FeedName, ServerFrame, Torch } from '@polylogue/contract';
import { liveLimits } from '@polylogue/contract/live-limits';

/** What arrives for a feed: what has changed, that something has, or that all of it must be fetched again. */
export type FeedFrame =
  | Extract<ServerFrame, { type: 'feed' | 'resync' }>
  | { type: 'hint'; feed: FeedName; seq: number };

/** Who is in a feed at the moment, what they are doing, and what the AI writes; none of it is stored. */
export type ShownFrame = Extract<ServerFrame, { type: 'presence' | 'typing' | 'delta' }>;
/** What the server says to a browser that answers a turn, or should. */
export type HolderFrame = Extract<ServerFrame, { type: 'offer' | 'ack' | 'heartbeat-request' | 'revoked' }>;
/** What a browser says without being asked. */
export type SentFrame = Extract<
  BrowserFrame,
  { type: 'typing' | 'append' | 'heartbeat' | 'declined' | 'failed' | 'spent' }
>;

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
  /** Returns a function that stops watching. */
  watch(feed: FeedName, watcher: FeedWatcher): () => void;
  /** Sent only while it is open; returns whether it was. */
  tell(frame: SentFrame): boolean;
  /** Says whether a space that is watched is in view, and what this browser can answer there; what is left out stays. */
  present(feed: FeedName, change: Partial<Present>): void;
  /** Whatever concerns turns that this browser is to answer. Returns a function that stops listening. */
  onHolderFrame(listener: (frame: HolderFrame) => void): () => void;
  /** Opens and closes, until the returned function is called. */
  onSwitch(listener: (isOpen: boolean) => void): () => void;
  close(): void;
}

/** How this browser is present in a space. */
interface Present {
  is_visible: boolean;
  torch: Torch | undefined;
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
  const watchers = new Map<FeedName, Set<FeedWatcher>>();
  const presences = new Map<FeedName, Present>();
  const holderListeners = new Set<(frame: HolderFrame) => void>();
  const switchListeners = new Set<(isOpen: boolean) => void>();
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
  /** A hidden tab that answers for others stays. */
  const isLending = () => [...presences.values()].some(({ torch }) => torch?.lend);
  const isNeeded = () => watchers.size > 0 && (isVisible() || isLending());
  const watchersOf = (feed: FeedName) => [...(watchers.get(feed) ?? [])];
  /** Each watcher fetches what came before its own cursor. */
  const cursorOf = (feed: FeedName) => Math.max(0, ...watchersOf(feed).map((watcher) => watcher.after()));

  async function connect() {
    endRetry();
    if (attempt || !isNeeded()) return;
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
      const cursors = greeted.map((feed) => [feed, cursorOf(feed)]);
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
        for (const watcher of watchersOf(frame.feed)) watcher.heard(frame);
        return;
      case 'presence':
      case 'typing':
      case 'delta':
        for (const watcher of watchersOf(frame.feed)) watcher.shown?.(frame);
        return;
      case 'offer':
      case 'ack':
      case 'heartbeat-request':
      case 'revoked':
        for (const listener of [...holderListeners]) listener(frame);
        return;
      case 'heads':
        for (const [feed, seq] of Object.entries(frame.heads) as [FeedName, number][]) {
          for (const watcher of watchersOf(feed)) watcher.heard({ type: 'hint', feed, seq });
        }
        return;
      case 'closing':
        // This person has as many sockets as they may have: polling will do for a while.
        if (frame.because === 'too-many') failures = 6;
    }
  }

  /** What began or stopped being watched since hello. */
  function tellChanges() {
    for (const feed of watchers.keys()) {
      if (greeted.includes(feed)) tellPresence(feed);
      else sendWatch(feed);
    }
    for (const feed of greeted) if (!watchers.has(feed)) send({ type: 'leave', feed });
  }

  function sendWatch(feed: FeedName) {
    send({ type: 'watch', feed, after: cursorOf(feed) });
    tellPresence(feed);
  }

  function tellPresence(feed: FeedName) {
    const present = presences.get(feed);
    if (!isOpen || !present || !watchers.has(feed)) return;
    const { is_visible, torch } = present;
    send({ type: 'presence', feed, is_visible, ...(torch && { torch }) });
  }

  function tellAll() {
    for (const feed of [...watchers.keys()]) for (const watcher of watchersOf(feed)) watcher.changed();
    for (const listener of [...switchListeners]) listener(isOpen);
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
    if (isNeeded()) void connect();
    if (!isVisible()) cancelLeaving = after(hiddenTime, () => isLending() || disconnect());
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
      watchers.set(feed, (watchers.get(feed) ?? new Set()).add(watcher));
      if (isOpen) sendWatch(feed);
      else if (!attempt && !retry) void connect();
      return () => {
        const others = watchers.get(feed);
        if (!others?.delete(watcher) || others.size > 0) return;
        watchers.delete(feed);
        if (isOpen) send({ type: 'leave', feed });
      };
    },

    tell(frame) {
      if (isOpen) send(frame);
      return isOpen;
    },

    present(feed, change) {
      const before = presences.get(feed);
      presences.set(feed, { is_visible: false, torch: undefined, ...before, ...change });
      tellPresence(feed);
    },

    onHolderFrame(listener) {
      holderListeners.add(listener);
      return () => void holderListeners.delete(listener);
    },

    onSwitch(listener) {
      switchListeners.add(listener);
      return () => void switchListeners.delete(listener);
    },

    close() {
      page.removeEventListener('visibilitychange', looked);
      window.removeEventListener('online', came);
      window.removeEventListener('offline', dropped);
      window.removeEventListener('pagehide', disconnect);
      window.removeEventListener('pageshow', came);
      watchers.clear();
      presences.clear();
      cancelLeaving();
      disconnect();
    },
  };
}
