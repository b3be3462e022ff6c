import type { BrowserFrame, FeedName, HolderFrame, ServerFrame, Torch } from '@polylogue/contract';
import { leavingCode, liveLimits } from '@polylogue/contract/live-limits';
import { pauseAfter } from '../lib/schedule/backoff.ts';

/** What arrives for a feed: its changes, a hint that there are some, or that all of it must be fetched again. */
export type FeedFrame =
  | Extract<ServerFrame, { type: 'feed' | 'resync' }>
  | { type: 'hint'; feed: FeedName; seq: number };

/**
 * Who is present or typing, the growing answer of an AI, and for an account what happens in its spaces. None of it is
 * stored.
 */
export type TransientFrame = Extract<ServerFrame, { type: 'presence' | 'typing' | 'delta' | 'news' }>;
/** What a browser sends on its own initiative. */
export type SentFrame = Extract<
  BrowserFrame,
  { type: 'typing' | 'append' | 'heartbeat' | 'declined' | 'failed' | 'spent' }
>;

/** A listener of one feed. */
export interface FeedWatcher {
  /** The number of the last known change. */
  after(): number;
  onFrame(frame: FeedFrame): void;
  onTransientFrame?: ((frame: TransientFrame) => void) | undefined;
  /** The socket has opened or closed: changes arrive only while it is open. */
  onSwitch(): void;
  /** It needs no changes, only frames about turns, and those in a hidden tab, too. */
  isForTurns?: boolean;
}

/** The one socket of a tab, open for as long as something is watched, and the tab is in view or answers turns. */
export interface LiveSocket {
  isOpen(): boolean;
  /** Returns a function that stops watching. */
  watch(feed: FeedName, watcher: FeedWatcher): () => void;
  /** Sends if the socket is open; returns whether it was. */
  send(frame: SentFrame): boolean;
  /** Whether a watched space is in view, and what this browser lends there; omitted fields stay as they are. */
  setPresence(feed: FeedName, change: Partial<Presence>): void;
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

/** How this browser is present in a space. */
interface Presence {
  is_visible: boolean;
  torch: Torch | undefined;
}

export interface SocketNeeds {
  /** Fetches a ticket, which opens one socket. */
  ticket(signal: AbortSignal): Promise<string>;
  open(): WebSocket;
  /** Calls back after `ms` milliseconds, unless the returned function has been called. */
  after(ms: number, work: () => void): () => void;
  /** From 0 to 1. */
  random(): number;
  page: Pick<Document, 'visibilityState' | 'addEventListener'>;
  window: Pick<Window, 'addEventListener'>;
}

const second = 1_000;
/** How long a hidden tab keeps its socket, in ms. */
const hiddenTime = 300 * second;

export function liveSocket({ ticket, open, after, random, page, window }: SocketNeeds): LiveSocket {
  const watchers = new Map<FeedName, Set<FeedWatcher>>();
  const presences = new Map<FeedName, Presence>();
  const holderListeners = new Set<(frame: HolderFrame) => void>();
  const switchListeners = new Set<(isOpen: boolean) => void>();
  /** The feeds named in hello. */
  let feedsInHello: readonly FeedName[] = [];
  let socket: WebSocket | null = null;
  let attempt: AbortController | null = null;
  /** The server has answered hello. */
  let isOpen = false;
  let failures = 0;
  /** Cancels the next attempt, while one is scheduled. */
  let cancelRetry: (() => void) | null = null;
  let cancelSilenceTimer = () => {};
  let cancelHiddenTimer = () => {};

  const isVisible = () => page.visibilityState === 'visible';
  const isForTurns = () => [...watchers.values()].some((all) => [...all].some((one) => one.isForTurns));
  const isNeeded = () => watchers.size > 0 && (isVisible() || isForTurns());
  const watchersOf = (feed: FeedName) => [...(watchers.get(feed) ?? [])];
  /** Each watcher fetches what came before its own cursor. */
  const cursorOf = (feed: FeedName) => Math.max(0, ...watchersOf(feed).map((watcher) => watcher.after()));

  async function connect() {
    endRetry();
    if (attempt || !isNeeded()) return;
    const mine = new AbortController();
    attempt = mine;
    restartSilenceTimer();
    try {
      const proof = await ticket(mine.signal);
      if (mine === attempt) begin(proof, open());
    } catch {
      if (mine === attempt) retryLater();
    }
  }

  function begin(proof: string, ws: WebSocket) {
    socket = ws;
    ws.onopen = () => {
      feedsInHello = [...watchers.keys()];
      const cursors = feedsInHello.map((feed) => [feed, cursorOf(feed)]);
      send({ type: 'hello', ticket: proof, after: Object.fromEntries(cursors) });
    };
    ws.onmessage = ({ data }) => {
      restartSilenceTimer();
      receive(JSON.parse(data));
    };
    ws.onclose = retryLater;
  }

  /** Returns whether it could be sent: a socket that is closing takes nothing more. */
  function send(frame: BrowserFrame): boolean {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(frame));
    return true;
  }

  function restartSilenceTimer() {
    cancelSilenceTimer();
    cancelSilenceTimer = after(liveLimits.silence * second, retryLater);
  }

  function receive(frame: ServerFrame) {
    // Not at the welcome: a server whose database is slow closes the socket soon after it.
    if ('feed' in frame || frame.type === 'heads') failures = 0;
    switch (frame.type) {
      case 'welcome':
        isOpen = true;
        sendWatchChanges();
        return notifyAll();
      case 'feed':
      case 'hint':
      case 'resync':
        for (const watcher of watchersOf(frame.feed)) watcher.onFrame(frame);
        return;
      case 'presence':
      case 'typing':
      case 'delta':
      case 'news':
        for (const watcher of watchersOf(frame.feed)) watcher.onTransientFrame?.(frame);
        return;
      case 'offer':
      case 'ack':
      case 'heartbeat-request':
      case 'revoked':
        for (const listener of [...holderListeners]) listener(frame);
        return;
      case 'heads':
        for (const [feed, seq] of Object.entries(frame.heads) as [FeedName, number][]) {
          for (const watcher of watchersOf(feed)) watcher.onFrame({ type: 'hint', feed, seq });
        }
        return;
      case 'closing':
        // This account has as many sockets as it may have: polling will do for a while.
        if (frame.because === 'too-many') failures = 6;
    }
  }

  /** Reports feeds that have been watched or unwatched since hello. */
  function sendWatchChanges() {
    for (const feed of watchers.keys()) {
      if (feedsInHello.includes(feed)) sendPresence(feed);
      else sendWatch(feed);
    }
    for (const feed of feedsInHello) if (!watchers.has(feed)) send({ type: 'leave', feed });
  }

  function sendWatch(feed: FeedName) {
    send({ type: 'watch', feed, after: cursorOf(feed) });
    sendPresence(feed);
  }

  function sendPresence(feed: FeedName) {
    const present = presences.get(feed);
    if (!isOpen || !present || !watchers.has(feed)) return;
    const { is_visible, torch } = present;
    send({ type: 'presence', feed, is_visible, ...(torch && { torch }) });
  }

  function notifyAll() {
    for (const feed of [...watchers.keys()]) for (const watcher of watchersOf(feed)) watcher.onSwitch();
    for (const listener of [...switchListeners]) listener(isOpen);
  }

  /** Closes the socket. @param code says why, if its server should know */
  function disconnect(code?: number) {
    endRetry();
    cancelSilenceTimer();
    attempt?.abort();
    attempt = null;
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close(code);
    }
    socket = null;
    if (!isOpen) return;
    isOpen = false;
    notifyAll();
  }

  function retryLater() {
    disconnect();
    failures += 1;
    cancelRetry = after(pauseAfter(failures, random()), () => void connect());
  }

  function endRetry() {
    cancelRetry?.();
    cancelRetry = null;
  }

  function onVisibilityChange() {
    if (isNeeded()) void connect();
    restartHiddenTimer();
  }

  function restartHiddenTimer() {
    cancelHiddenTimer();
    if (!isVisible()) cancelHiddenTimer = after(hiddenTime, () => isForTurns() || disconnect());
  }

  const reconnect = () => void connect();
  const onOffline = () => socket && retryLater();

  const closing = new AbortController();
  const listening = { signal: closing.signal };
  page.addEventListener('visibilitychange', onVisibilityChange, listening);
  window.addEventListener('online', reconnect, listening);
  // Otherwise the silence would be noticed only much later.
  window.addEventListener('offline', onOffline, listening);
  // A page with a socket does not go into the back/forward cache.
  // Frames may be lost with a page; that its socket is closed, and why, arrives.
  window.addEventListener('pagehide', () => disconnect(leavingCode), listening);
  window.addEventListener('pageshow', reconnect, listening);

  return {
    isOpen: () => isOpen,

    watch(feed, watcher) {
      const isWatched = watchers.has(feed);
      watchers.set(feed, (watchers.get(feed) ?? new Set()).add(watcher));
      if (!isOpen && !attempt && !cancelRetry) void connect();
      // Watching anew fetches the changes after a watcher's cursor.
      if (isOpen && !(isWatched && watcher.isForTurns)) sendWatch(feed);
      return () => {
        const others = watchers.get(feed);
        if (!others?.delete(watcher)) return;
        if (watcher.isForTurns) restartHiddenTimer();
        if (others.size > 0) return;
        watchers.delete(feed);
        if (isOpen) send({ type: 'leave', feed });
      };
    },

    send: (frame) => isOpen && send(frame),

    setPresence(feed, change) {
      const before = presences.get(feed);
      presences.set(feed, { is_visible: false, torch: undefined, ...before, ...change });
      sendPresence(feed);
    },

    onHolderFrame(listener) {
      holderListeners.add(listener);
      return () => void holderListeners.delete(listener);
    },

    onSwitch(listener) {
      switchListeners.add(listener);
      return () => void switchListeners.delete(listener);
    },

    disconnect: () => disconnect(),
    reconnect,

    close() {
      closing.abort();
      // Wakes those who wait for changes.
      disconnect();
      watchers.clear();
      presences.clear();
      cancelHiddenTimer();
    },
  };
}
