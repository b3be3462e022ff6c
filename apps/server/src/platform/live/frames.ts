import { BrowserFrame, type ServerFrame } from '@polylogue/contract';
import { socketLimits } from './times.ts';

/** A frame from a browser; undefined if it is not valid. */
export function readFrame(text: string): BrowserFrame | undefined {
  try {
    const frame = BrowserFrame.safeParse(JSON.parse(text)).data;
    return frame && hasLargeTorch(frame) ? undefined : frame;
  } catch {
    return undefined;
  }
}

const hasLargeTorch = (frame: BrowserFrame) =>
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
export function pace(now: () => number, { burst, rate }: Pace) {
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
