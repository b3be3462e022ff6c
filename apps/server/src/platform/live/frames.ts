import { BrowserFrame, Greeting, liveLimits, type ServerFrame } from '@polylogue/contract';
import { smallJsonBounds } from '@polylogue/sync';
import { isWithinBounds } from '../json/count.ts';
import { socketLimits } from './times.ts';

/** What a browser says once it is known. */
export type KnownFrame = Exclude<BrowserFrame, { type: 'hello' }>;

/** A frame from a browser that is known; undefined if it is not valid. */
export function readFrame(bytes: Buffer): KnownFrame | undefined {
  const frame = BrowserFrame.safeParse(jsonOf(bytes)).data;
  return frame && frame.type !== 'hello' && !hasLargeTorch(frame) ? frame : undefined;
}

/** The first frame; undefined if it is none. What it wants to watch is not looked at before its ticket. */
export function readGreeting(bytes: Buffer): Greeting | undefined {
  return bytes.length > liveLimits.helloBytes ? undefined : Greeting.safeParse(jsonOf(bytes)).data;
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return isWithinBounds(smallJsonBounds, bytes) ? JSON.parse(bytes.toString()) : undefined;
  } catch {
    return undefined;
  }
}

const hasLargeTorch = (frame: KnownFrame) =>
  frame.type === 'presence' &&
  frame.torch !== undefined &&
  Buffer.byteLength(JSON.stringify(frame.torch)) > socketLimits.torch;

export const frameOf = (frame: ServerFrame): string => JSON.stringify(frame);

/** Frames at once, and per second. */
interface Pace {
  burst: number;
  rate: number;
}

/** Returns a function that says of each frame whether it came too fast. `now`: milliseconds on a monotonic clock. */
export function paceCheck(now: () => number, { burst, rate }: Pace) {
  let left = burst;
  let at = now();
  return function isTooFast(): boolean {
    left = Math.min(burst, left + ((now() - at) / 1_000) * rate);
    at = now();
    if (left < 1) return true;
    left -= 1;
    return false;
  };
}
