import { type Live, live } from '../../../lib/state/live.ts';
import type { Context } from './context.ts';

/** How full the next question was when it was counted last. */
export interface Count extends Context {
  /** What was the first message that is sent by then. */
  sentFrom: string | null;
}

/** How full the next question is; null until it was counted once. */
export type Meter = Live<Count | null, Count>;

export const openMeter = (): Meter =>
  live<Count | null, Count>(null, (before, now) => (isSame(before, now) ? before : now));

const isSame = (one: Count | null, other: Count) =>
  one?.tokens === other.tokens &&
  one.window === other.window &&
  one.isEstimate === other.isEstimate &&
  one.sentFrom === other.sentFrom;
