import type { BrowserFrame, FeedName, ServerFrame } from '@polylogue/contract';
import { liveLimits } from '@polylogue/contract/live-limits';
import { pauseAfter } from '../lib/schedule/backoff.ts';
import { timer } from '../lib/schedule/timer.ts';

export interface ConnectionNeeds {
  /** Fetches a ticket, which opens one socket. */
  ticket(signal: AbortSignal): Promise<string>;
  open(): WebSocket;
  /** Calls back after `ms` milliseconds, unless the returned function has been called. */
  after(ms: number, work: () => void): () => void;
  /** From 0 to 1. */
  random(): number;
}

/**
 * Milliseconds between two looks whether a server is back that was away: rooms are live again ten seconds after it is. One
 * that is there and closes its sockets, as where a proxy allows none, is tried less and less often.
 */
const longestAway = 6_000;
/** How long a socket lasts (milliseconds) whose loss says nothing about the next one. */
const steadyAfter = 5_000;

interface Ends {
  /** Whether a socket is needed now. */
  isNeeded(): boolean;
  /** What is watched, with the last change known of each feed. */
  cursors(): [FeedName, number][];
  /** The server has answered hello, in which these feeds were named. */
  onOpen(feeds: readonly FeedName[]): void;
  onClose(): void;
  onFrame(frame: ServerFrame): void;
}

/** One socket after the other: when it is lost, another one is opened after a pause, for as long as it is needed. */
export function connection({ ticket, open, after, random }: ConnectionNeeds, ends: Ends) {
  const retry = timer(after);
  const silence = timer(after);
  const steady = timer(after);
  let socket: WebSocket | null = null;
  let attempt: AbortController | null = null;
  /** The server has answered hello. */
  let isOpen = false;
  /** Sockets in a row that did not last, and attempts for which the server could not be reached. */
  let failures = 0;
  let misses = 0;

  async function connect() {
    retry.stop();
    if (attempt || !ends.isNeeded()) return;
    const mine = new AbortController();
    attempt = mine;
    awaitSign();
    try {
      const proof = await ticket(mine.signal);
      if (mine !== attempt) return;
      misses = 0;
      begin(proof, open());
    } catch {
      if (mine !== attempt) return;
      misses += 1;
      retryAfter(pauseAfter(misses, random(), longestAway));
    }
  }

  function begin(proof: string, ws: WebSocket) {
    let feeds: readonly FeedName[] = [];
    socket = ws;
    ws.onopen = () => {
      const cursors = ends.cursors();
      feeds = cursors.map(([feed]) => feed);
      send({ type: 'hello', ticket: proof, after: Object.fromEntries(cursors) });
    };
    ws.onmessage = ({ data }) => {
      awaitSign();
      receive(JSON.parse(data), feeds);
    };
    ws.onclose = retryLater;
  }

  /** A socket that is silent for long is given up. */
  const awaitSign = () => silence.start(liveLimits.silence * 1_000, retryLater);

  function receive(frame: ServerFrame, feeds: readonly FeedName[]) {
    // Not at the welcome: a server whose database is slow closes the socket soon after it.
    if ('feed' in frame || frame.type === 'heads') failures = 0;
    // This account has as many sockets as it may have: polling will do for a while.
    if (frame.type === 'closing' && frame.because === 'too-many') failures = 6;
    if (frame.type !== 'welcome') return ends.onFrame(frame);
    isOpen = true;
    steady.start(steadyAfter, () => {
      failures = 0;
    });
    ends.onOpen(feeds);
  }

  /** Returns whether it could be sent: a socket that is closing takes nothing more. */
  function send(frame: BrowserFrame): boolean {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(frame));
    return true;
  }

  /** Closes the socket. @param code says why, if its server should know */
  function close(code?: number) {
    retry.stop();
    silence.stop();
    steady.stop();
    attempt?.abort();
    attempt = null;
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close(code);
    }
    socket = null;
    if (!isOpen) return;
    isOpen = false;
    ends.onClose();
  }

  function retryLater() {
    failures += 1;
    retryAfter(pauseAfter(failures, random()));
  }

  function retryAfter(pause: number) {
    close();
    retry.start(pause, () => void connect());
  }

  return {
    isOpen: () => isOpen,
    /** Opens a socket without delay, if one is needed. */
    connect: () => void connect(),
    /** Opens one unless that is under way, or was tried in vain. */
    ensure() {
      if (!isOpen && !attempt && !retry.isRunning()) void connect();
    },
    send: (frame: BrowserFrame) => isOpen && send(frame),
    close,
    /** There is no network. */
    lose() {
      if (socket) retryLater();
    },
  };
}
