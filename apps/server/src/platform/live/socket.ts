import { type ClosingBecause, type Greeting, leavingCode, liveLimits } from '@polylogue/contract';
import type { WebSocket } from 'ws';
import { frameOf, type KnownFrame, paceCheck, readFrame, readGreeting } from './frames.ts';
import { type LiveTimes, socketLimits } from './times.ts';

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

/** Of a browser that closes itself, or ends a page without any event in it. */
const goingAway = 1001;

export interface BrowserSocket {
  send(frame: string): void;
  /** For dispensable frames: dropped while the reader is slow, and then false. */
  sendIfIdle(frame: string): boolean;
  /** Whether the reader is slow: long content is better left for it to fetch. */
  isCrowded(): boolean;
  /** Pings the browser; soon after two pings without an answer, closes the socket. */
  ping(): void;
  /** Sends the reason, and closes. */
  end(because: ClosingBecause): void;
  /** Closes without a reason. */
  terminate(): void;
}

interface SocketDeps {
  ws: WebSocket;
  /** Milliseconds on a monotonic clock. */
  now: () => number;
  times: Pick<LiveTimes, 'slow' | 'closing' | 'pong'>;
  /** Whether it is known whose browser it is. */
  isKnown(): boolean;
  /** Called for the first frame, and then for one at a time. */
  onGreeting(greeting: Greeting): Promise<void> | void;
  onFrame(frame: KnownFrame): Promise<void> | void;
  onError(error: unknown): void;
  /** `isLeft`: the page of the browser was left, or its sign-in has ended. */
  onClose(isLeft: boolean): void;
}

/** One socket. Its browser can neither flood it nor fill our memory by not reading. */
export function browserSocket({
  ws,
  now,
  times,
  isKnown,
  onGreeting,
  onFrame,
  onError,
  onClose,
}: SocketDeps): BrowserSocket {
  const isTooFast = paceCheck(now, socketLimits.frames);
  const isAppendingTooFast = paceCheck(now, socketLimits.appends);
  const answers = pongs(terminate, times.pong);
  let hasGreeted = false;
  let slowSince: number | undefined;
  let isEnding = false;
  let isSignedOut = false;
  let last: Promise<void> = Promise.resolve();

  ws.on('message', (data, isBinary) => {
    if (isEnding) return;
    answers.arrived();
    if (hasGreeted) frameReceived(data as Buffer, isBinary);
    else greetingReceived(data as Buffer, isBinary);
  });
  ws.on('pong', answers.arrived);
  // Too large, or not a frame at all: the protocol itself reports it to the browser.
  ws.on('error', terminateSoon);
  ws.once('close', (code: number) => {
    isEnding = true;
    answers.arrived();
    onClose(isSignedOut || code === leavingCode || code === goingAway);
  });

  function greetingReceived(bytes: Buffer, isBinary: boolean) {
    const greeting = isBinary ? undefined : readGreeting(bytes);
    if (isTooFast() || !greeting) return end('no-hello');
    hasGreeted = true;
    after(() => onGreeting(greeting));
  }

  function frameReceived(bytes: Buffer, isBinary: boolean) {
    const isTooLong = !isKnown() && bytes.length > liveLimits.helloBytes;
    const frame = isBinary || isTooLong ? undefined : readFrame(bytes);
    if (frame?.type === 'append' ? isAppendingTooFast() : isTooFast()) return end('too-fast');
    if (!frame) return end('bad-frames');
    after(() => onFrame(frame));
  }

  /** After what came before it. */
  function after(act: () => Promise<void> | void) {
    last = last.then(() => (isEnding ? undefined : act())).catch(onError);
  }

  /** False: nothing more is sent. */
  function isReading(): boolean {
    const held = ws.bufferedAmount;
    if (held <= socketLimits.held) slowSince = undefined;
    else slowSince ??= now();
    if (held > socketLimits.full || (slowSince !== undefined && now() - slowSince >= times.slow)) terminate();
    return !isEnding;
  }

  function send(frame: string) {
    if (isEnding || !isReading()) return;
    try {
      ws.send(frame);
    } catch (error) {
      // Whoever sends to many goes on with the next one.
      terminate();
      onError(error);
    }
  }

  function end(because: ClosingBecause) {
    if (isEnding) return;
    send(frameOf({ type: 'closing', because }));
    isEnding = true;
    isSignedOut = because === 'signed-out';
    ws.close(codes[because]);
    terminateSoon();
  }

  /** A browser that does not answer the close cannot keep the socket open. */
  function terminateSoon() {
    setTimeout(() => ws.terminate(), times.closing).unref();
  }

  function terminate() {
    isEnding = true;
    ws.terminate();
  }

  const isCrowded = () => ws.bufferedAmount > socketLimits.crowded;
  return {
    send,
    sendIfIdle(frame) {
      if (isCrowded()) return false;
      send(frame);
      return true;
    },
    isCrowded,
    ping() {
      answers.expect();
      if (!isEnding && isReading()) ws.ping();
    },
    end,
    terminate,
  };
}

/** Whether a browser answers its pings. @param time how long a second one may stay unanswered (milliseconds) */
function pongs(onSilence: () => void, time: number) {
  let unanswered = 0;
  let timeout: NodeJS.Timeout | undefined;
  return {
    arrived() {
      unanswered = 0;
      clearTimeout(timeout);
    },
    expect() {
      unanswered += 1;
      if (unanswered === 2) timeout = setTimeout(onSilence, time).unref();
    },
  };
}
