import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Gate } from './gate.ts';
import { brokenText, type WireFrame } from './wires/frame.ts';

/** How an answer is delivered. */
export interface Delivery {
  /** Tokens a second, evenly spaced; 0: as fast as the wire. */
  rate: number;
  /** Each byte is its own chunk. */
  oneByte: boolean;
  /** Silence for this many milliseconds after this many characters of text; null: none. */
  pause: { after: number; for: number } | null;
  /** After the last frame the connection is closed in good order although the answer is not complete. */
  clean: boolean;
  /** The frames end before the answer does. */
  isCut: boolean;
  /** Where in a `broken` frame the bytes stop. */
  cutInside: 'character' | 'event';
}

/** Bytes joined into one write when nothing asks for spacing. */
const batch = 32_768;
/** Time for what was written to reach the other side before the connection breaks. */
const settle = 100;

/** Writes the frames; resolves with how it went. `onText` gets each piece of the reply's text as it is sent. */
export async function send(
  response: ServerResponse,
  frames: Iterable<WireFrame>,
  delivery: Delivery,
  { gate, signal, onText }: { gate: Gate; signal: AbortSignal; onText: (text: string) => void },
): Promise<'finished' | 'cut' | 'left'> {
  let waiting = '';
  let sent = 0;
  let sentLength = 0;
  let paused = false;
  let start = performance.now();

  const flush = async () => {
    const bytes = waiting;
    waiting = '';
    if (bytes === '' || signal.aborted) return;
    if (delivery.oneByte) await trickle(response, bytes, signal);
    else if (!response.write(bytes)) await drained(response, signal);
  };

  for (const frame of frames) {
    if (signal.aborted) return 'left';
    if (frame.kind === 'broken') {
      await flush();
      const bytes = Buffer.from(frame.bytes);
      const inside = delivery.cutInside === 'character' ? bytes.indexOf(brokenText) : -1;
      const cut = inside < 0 ? Math.floor(bytes.length * 0.7) : inside + 1;
      response.write(bytes.subarray(0, cut));
      break;
    }
    if (delivery.pause && !paused && sentLength >= delivery.pause.after) {
      paused = true;
      await flush();
      await silence(delivery.pause.for, signal);
      start = performance.now() - (sent * 1000) / (delivery.rate || 1);
    }
    if (frame.kind === 'piece' || frame.kind === 'ending') {
      if (!gate.isOpen) {
        await flush();
        await gate.pass(signal);
      }
      if (frame.kind === 'piece' && delivery.rate > 0) {
        await flush();
        const due = start + (sent * 1000) / delivery.rate;
        const early = due - performance.now();
        if (early > 0) await silence(early, signal);
        sent += 1;
      }
    }
    if (signal.aborted) return 'left';
    waiting += frame.bytes;
    sentLength += frame.text.length;
    if (frame.text) onText(frame.text);
    if (waiting.length >= batch || (frame.kind === 'piece' && !gate.isOpen)) await flush();
    else if (frame.kind === 'piece' && delivery.rate > 0) await flush();
  }
  await flush();
  if (signal.aborted) return 'left';
  if (delivery.isCut && !delivery.clean) {
    await silence(settle, signal);
    response.socket?.destroy();
  } else response.end();
  return delivery.isCut ? 'cut' : 'finished';
}

/** Sleeps, for ever if Infinity, but no longer than the client stays connected. */
export async function silence(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0 || signal.aborted) return;
  if (Number.isFinite(milliseconds)) return sleep(milliseconds, undefined, { signal }).catch(() => {});
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

function drained(response: ServerResponse, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    response.once('drain', done);
    signal.addEventListener('abort', done, { once: true });
  });
}

async function trickle(response: ServerResponse, text: string, signal: AbortSignal): Promise<void> {
  for (const byte of Buffer.from(text)) {
    if (signal.aborted) return;
    response.write(Buffer.of(byte));
    // yield to the event loop between bytes, or the kernel joins them again
    await new Promise(setImmediate);
  }
}
