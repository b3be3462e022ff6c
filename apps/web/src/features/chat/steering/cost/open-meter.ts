import { type Live, live } from '../../../../lib/state/live.ts';
import type { Context } from './context.ts';

/** How full the context window was at the last count. */
export interface Count extends Context {
  /** The first message that was still sent at that time. */
  sentFrom: string | null;
}

/** How full the next question makes the context window; null until it has been counted. */
export type Meter = Live<Count | null, Count>;

export const openMeter = (): Meter =>
  live<Count | null, Count>(null, (before, now) => (isSame(before, now) ? before : now));

const isSame = (one: Count | null, other: Count) =>
  one?.tokens === other.tokens &&
  one.window === other.window &&
  one.isEstimate === other.isEstimate &&
  one.sentFrom === other.sentFrom;
