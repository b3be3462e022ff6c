import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Gate } from './gate.ts';
import { brokenText, type Frame } from './wires/frame.ts';

/** How an answer travels. */
export interface Manner {
  /** Tokens a second, evenly spaced; 0: as fast as the wire. */
  rate: number;
  /** Every byte a chunk of its own. */
  oneByte: boolean;
  /** Silence of so many milliseconds after so many characters of text; null: none. */
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
/** Lets what was written reach the other side before the connection breaks. */
const settle = 100;

/** Writes the frames; resolves with how it went. `note` hears every bit of the reply's text as it goes out. */
export async function send(
  response: ServerResponse,
  frames: Iterable<Frame>,
  manner: Manner,
  { gate, signal, note }: { gate: Gate; signal: AbortSignal; note: (text: string) => void },
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
    if (manner.oneByte) await trickle(response, bytes, signal);
    else if (!response.write(bytes)) await drained(response, signal);
  };

  for (const frame of frames) {
    if (signal.aborted) return 'left';
    if (frame.is === 'broken') {
      await flush();
      const bytes = Buffer.from(frame.bytes);
      const inside = manner.cutInside === 'character' ? bytes.indexOf(brokenText) : -1;
      const cut = inside < 0 ? Math.floor(bytes.length * 0.7) : inside + 1;
      response.write(bytes.subarray(0, cut));
      break;
    }
    if (manner.pause && !paused && sentLength >= manner.pause.after) {
      paused = true;
      await flush();
      await silence(manner.pause.for, signal);
      start = performance.now() - (sent * 1000) / (manner.rate || 1);
    }
    if (frame.is === 'piece' || frame.is === 'ending') {
      if (!gate.isOpen) {
        await flush();
        await gate.pass(signal);
      }
      if (frame.is === 'piece' && manner.rate > 0) {
        await flush();
        const due = start + (sent * 1000) / manner.rate;
        const early = due - performance.now();
        if (early > 0) await silence(early, signal);
        sent += 1;
      }
    }
    if (signal.aborted) return 'left';
    waiting += frame.bytes;
    sentLength += frame.text.length;
    if (frame.text) note(frame.text);
    if (waiting.length >= batch || (frame.is === 'piece' && !gate.isOpen)) await flush();
    else if (frame.is === 'piece' && manner.rate > 0) await flush();
  }
  await flush();
  if (signal.aborted) return 'left';
  if (manner.isCut && !manner.clean) {
    await silence(settle, signal);
    response.socket?.destroy();
  } else response.end();
  return manner.isCut ? 'cut' : 'finished';
}

/** Sleeps, for ever when told so, but never longer than the asker stays. */
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
    // a turn of the event loop between bytes, or the kernel joins them again
    await new Promise(setImmediate);
  }
}
