import type { Limit } from '@polylogue/contract';
import { memory } from '../memory/memory.ts';

/** A number of calls within a number of seconds. */
export interface RateLimit {
  calls: number;
  seconds: number;
}

/** The limits for one address, one account and everyone together, by their names in the contract. */
export type RateLimits = Record<Limit, { address: RateLimit; account: RateLimit; everyone: RateLimit }>;

const aMinute = (calls: number): RateLimit => ({ calls, seconds: 60 });

export const rateLimits: RateLimits = {
  upload: { address: aMinute(30), account: aMinute(30), everyone: aMinute(1_200) },
  challenge: { address: aMinute(120), account: aMinute(120), everyone: aMinute(12_000) },
  signin: { address: aMinute(30), account: aMinute(30), everyone: aMinute(3_000) },
  signup: { address: { calls: 60, seconds: 600 }, account: aMinute(10), everyone: aMinute(1_200) },
  refresh: { address: aMinute(240), account: aMinute(240), everyone: aMinute(60_000) },
  mail: { address: aMinute(20), account: aMinute(10), everyone: aMinute(1_200) },
  password: { address: aMinute(20), account: aMinute(10), everyone: aMinute(1_200) },
  account: { address: aMinute(240), account: aMinute(60), everyone: aMinute(60_000) },
  // A search makes up to three calls, one per field; its domain counts the searches.
  search: { address: aMinute(400), account: aMinute(200), everyone: aMinute(30_000) },
  people: { address: aMinute(240), account: aMinute(60), everyone: aMinute(30_000) },
  // A growing reply is pushed every five seconds, by each device that receives one.
  push: { address: aMinute(960), account: aMinute(240), everyone: aMinute(60_000) },
  sync: { address: aMinute(2_400), account: aMinute(600), everyone: aMinute(120_000) },
  // A school has a single address.
  space: { address: aMinute(2_400), account: aMinute(120), everyone: aMinute(60_000) },
  post: {
    address: { calls: 600, seconds: 10 },
    account: { calls: 20, seconds: 10 },
    everyone: { calls: 6_000, seconds: 10 },
  },
  // A socket for each visible tab, and a ticket for each attempt.
  live: { address: aMinute(2_400), account: aMinute(30), everyone: aMinute(60_000) },
  image: { address: aMinute(60), account: aMinute(20), everyone: aMinute(1_200) },
};

export interface Limits {
  /** Counts a call from an address; returns the seconds to wait if it exceeds the limit, else 0. */
  address(limit: Limit, address: string): number;
  /** Counts a call from an account; returns the seconds to wait if it exceeds the limit, else 0. */
  account(limit: Limit, userId: string): number;
  /** How many windows are remembered. */
  size(): number;
}

/** Counts calls in windows. Counting and deciding are one step: simultaneous calls cannot slip through together. */
export function limits(rateLimits: RateLimits, now: () => number, capacity = 100_000): Limits {
  const windows = memory<{ calls: number; endsAt: number }>(now, capacity);

  function count(key: string, { calls, seconds }: RateLimit): number {
    const known = windows.recall(key);
    const window = known ?? { calls: 0, endsAt: now() + seconds * 1000 };
    if (!known) windows.keep(key, window, window.endsAt);
    window.calls += 1;
    return window.calls > calls ? Math.max(1, Math.ceil((window.endsAt - now()) / 1000)) : 0;
  }

  return {
    address(limit, address) {
      const { address: each, everyone } = rateLimits[limit];
      // A caller over their own limit does not use up everyone's.
      return count(`${limit} address ${address}`, each) || count(`${limit} everyone`, everyone);
    },
    account: (limit, userId) => count(`${limit} account ${userId}`, rateLimits[limit].account),
    size: windows.size,
  };
}
