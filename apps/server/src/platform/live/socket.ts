import type { BrowserFrame, ClosingBecause } from '@polylogue/contract';
import type { WebSocket } from 'ws';
import { frameOf, pace, readFrame } from './frames.ts';
import { type LiveTimes, most } from './times.ts';

/** What the numbers of the protocol tell a browser when a socket is closed. */
const codes: Record<ClosingBecause, number> = {
  'signed-out': 1008,
  'too-many': 1013,
  'too-fast': 1008,
  'bad-frames': 1008,
  'no-hello': 1008,
  stopping: 1012,
  unavailable: 1013,
};

export interface LiveSocket {
  send(frame: string): void;
  /** What nobody misses: left out while its reader is slow. */
  sendIfIdle(frame: string): void;
  /** The reader is slow: what is long is better fetched by it. */
  isCrowded(): boolean;
  /** Asks whether anybody is still there; who did not answer twice is gone. */
  beat(): void;
  /** Says why, and closes. */
  end(because: ClosingBecause): void;
  /** Closes without a word. */
  cut(): void;
}

interface SocketDeps {
  ws: WebSocket;
  /** Milliseconds of a clock that is never set. */
  now: () => number;
  times: Pick<LiveTimes, 'slow' | 'closing'>;
  /** One after the other. */
  heard(frame: BrowserFrame): Promise<void> | void;
  failed(error: unknown): void;
  gone(): void;
}

/** One socket, which can neither be flooded by its browser nor fill our memory when that does not read. */
export function liveSocket({ ws, now, times, heard, failed, gone }: SocketDeps): LiveSocket {
  const isTooFast = pace(now);
  let errors = 0;
  let unanswered = 0;
  let slowSince: number | undefined;
  let isEnding = false;
  let last: Promise<void> = Promise.resolve();

  ws.on('message', (data, isBinary) => {
    if (isEnding) return;
    unanswered = 0;
    if (isTooFast()) return end('too-fast');
    const frame = isBinary ? undefined : readFrame(String(data));
    if (frame) last = last.then(() => (isEnding ? undefined : heard(frame))).catch(failed);
    else if (++errors >= most.errors) end('bad-frames');
  });
  ws.on('pong', () => {
    unanswered = 0;
  });
  // Too large, or no frame at all: the browser is told by the protocol itself.
  ws.on('error', cutSoon);
  ws.once('close', () => {
    isEnding = true;
    gone();
  });

  /** False: nothing more is sent. */
  function isReading(): boolean {
    const held = ws.bufferedAmount;
    if (held <= most.held) slowSince = undefined;
    else slowSince ??= now();
    if (held > most.full || (slowSince !== undefined && now() - slowSince >= times.slow)) cut();
    return !isEnding;
  }

  function send(frame: string) {
    if (!isEnding && isReading()) ws.send(frame);
  }

  function end(because: ClosingBecause) {
    if (isEnding) return;
    send(frameOf({ type: 'closing', because }));
    isEnding = true;
    ws.close(codes[because]);
    cutSoon();
  }

  /** Who does not answer when a socket is closed does not keep it. */
  function cutSoon() {
    setTimeout(() => ws.terminate(), times.closing).unref();
  }

  function cut() {
    isEnding = true;
    ws.terminate();
  }

  const isCrowded = () => ws.bufferedAmount > most.crowded;
  return {
    send,
    sendIfIdle(frame) {
      if (!isCrowded()) send(frame);
    },
    isCrowded,
    beat() {
      if (unanswered >= 2) return cut();
      unanswered += 1;
      if (!isEnding && isReading()) ws.ping();
    },
    end,
    cut,
  };
}
