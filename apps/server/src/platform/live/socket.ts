import type { BrowserFrame, ClosingBecause } from '@polylogue/contract';
import type { WebSocket } from 'ws';
import { frameOf, pace, readFrame } from './frames.ts';
import { type LiveTimes, most } from './times.ts';

/** The WebSocket close codes. */
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
  /** For dispensable frames: dropped while the reader is slow. */
  sendIfIdle(frame: string): void;
  /** Whether the reader is slow: it had better fetch long content itself. */
  isCrowded(): boolean;
  /** Pings the browser; soon after two pings without an answer, closes the socket. */
  beat(): void;
  /** Sends the reason, and closes. */
  end(because: ClosingBecause): void;
  /** Closes without a reason. */
  cut(): void;
}

interface SocketDeps {
  ws: WebSocket;
  /** Milliseconds on a monotonic clock. */
  now: () => number;
  times: Pick<LiveTimes, 'slow' | 'closing' | 'pong'>;
  /** Called for one frame at a time. */
  heard(frame: BrowserFrame): Promise<void> | void;
  failed(error: unknown): void;
  gone(): void;
}

/** One socket, which its browser can neither flood nor, by not reading, use to fill our memory. */
export function liveSocket({ ws, now, times, heard, failed, gone }: SocketDeps): LiveSocket {
  const isTooFast = pace(now, most.frames);
  const isAppendingTooFast = pace(now, most.appends);
  let errors = 0;
  let unanswered = 0;
  let silence: NodeJS.Timeout | undefined;
  let slowSince: number | undefined;
  let isEnding = false;
  let last: Promise<void> = Promise.resolve();

  ws.on('message', (data, isBinary) => {
    if (isEnding) return;
    answered();
    const frame = isBinary ? undefined : readFrame(String(data));
    if (frame?.type === 'append' ? isAppendingTooFast() : isTooFast()) return end('too-fast');
    if (frame) last = last.then(() => (isEnding ? undefined : heard(frame))).catch(failed);
    else if (++errors >= most.errors) end('bad-frames');
  });
  ws.on('pong', answered);
  // Too large, or not a frame at all: the protocol itself tells the browser.
  ws.on('error', cutSoon);
  ws.once('close', () => {
    isEnding = true;
    clearTimeout(silence);
    gone();
  });

  function answered() {
    unanswered = 0;
    clearTimeout(silence);
  }

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

  /** A browser that does not answer the close cannot keep the socket open. */
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
      unanswered += 1;
      if (!isEnding && isReading()) ws.ping();
      if (unanswered === 2) silence = setTimeout(cut, times.pong).unref();
    },
    end,
    cut,
  };
}
