import { type Live, live } from '../../../lib/live.ts';
import type { Context } from './context.ts';

/** How full the next question is; null until it was counted once. */
export type Meter = Live<Context | null, Context>;

export const openMeter = (): Meter =>
  live<Context | null, Context>(null, (before, now) => (isSame(before, now) ? before : now));

const isSame = (one: Context | null, other: Context) =>
  one?.tokens === other.tokens && one.window === other.window && one.isEstimate === other.isEstimate;
