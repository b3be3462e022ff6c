import type { Limit } from '@polylogue/contract';
import type { Counts } from './counts.ts';

/** A number of calls within a number of seconds. */
export interface RateLimit {
  calls: number;
  seconds: number;
}

/**
 * The limits for one address, one account and everyone together, by their names in the contract. Without one for everyone
 * where callers show nothing: they could use it up with junk.
 */
export type RateLimits = Record<Limit, { address: RateLimit; account: RateLimit; everyone?: RateLimit }>;

const aMinute = (calls: number): RateLimit => ({ calls, seconds: 60 });

export const rateLimits: RateLimits = {
  upload: { address: aMinute(30), account: aMinute(30), everyone: aMinute(1_200) },
  challenge: { address: aMinute(120), account: aMinute(120) },
  signin: { address: aMinute(30), account: aMinute(30), everyone: aMinute(3_000) },
  signup: { address: { calls: 60, seconds: 600 }, account: aMinute(10), everyone: aMinute(1_200) },
  refresh: { address: aMinute(240), account: aMinute(240) },
  mail: { address: aMinute(20), account: aMinute(10), everyone: aMinute(1_200) },
  password: { address: aMinute(20), account: aMinute(10), everyone: aMinute(1_200) },
  account: { address: aMinute(240), account: aMinute(60), everyone: aMinute(60_000) },
  // A search makes up to three calls, one per field; its domain counts the searches.
  search: { address: aMinute(400), account: aMinute(200), everyone: aMinute(30_000) },
  people: { address: aMinute(240), account: aMinute(60), everyone: aMinute(30_000) },
  // Each block that is made or ended makes rooms be fetched anew; who wants to block someone is never kept waiting.
  unblock: {
    address: { calls: 400, seconds: 3_600 },
    account: { calls: 20, seconds: 3_600 },
    everyone: aMinute(30_000),
  },
  // A growing reply is pushed every five seconds, by each device that receives one.
  push: { address: aMinute(960), account: aMinute(240), everyone: aMinute(60_000) },
  sync: { address: aMinute(2_400), account: aMinute(600), everyone: aMinute(120_000) },
  // Each letter that is typed is a search, and one of many spaces is several calls: what syncs must not wait for that.
  find: { address: aMinute(2_400), account: aMinute(600), everyone: aMinute(120_000) },
  // A school has a single address.
  space: { address: aMinute(2_400), account: aMinute(120), everyone: aMinute(60_000) },
  // Each takes the number of a feed for ever, and there are two million.
  'new-space': {
    address: aMinute(2_400),
    account: { calls: 50, seconds: 86_400 },
    everyone: aMinute(60_000),
  },
  // Each change may notify every member. All sessions of three spaces can be planned on one day.
  session: { address: aMinute(2_400), account: { calls: 150, seconds: 86_400 }, everyone: aMinute(60_000) },
  post: {
    address: { calls: 600, seconds: 10 },
    account: { calls: 20, seconds: 10 },
    everyone: { calls: 6_000, seconds: 10 },
  },
  // Each has every browser in the room fetch what changed.
  reaction: { address: aMinute(1_200), account: aMinute(30), everyone: aMinute(30_000) },
  // A socket for each visible tab, and for each attempt two calls: for a ticket, which an account needs, and the handshake.
  live: { address: aMinute(4_800), account: aMinute(30), everyone: aMinute(120_000) },
  image: { address: aMinute(60), account: aMinute(20), everyone: aMinute(1_200) },
};

export interface Limits {
  /** Counts a call from an address; returns the seconds to wait if it exceeds the limit, else 0. */
  address(limit: Limit, address: string): Promise<number>;
  /** Counts a call from an account; returns the seconds to wait if it exceeds the limit, else 0. */
  account(limit: Limit, userId: string): Promise<number>;
  /**
   * Counts a call that is within the limits of its caller, who is signed in (a member) or has solved a challenge (a visitor):
   * junk must not use up what everyone needs, nor visitors what members need. Returns the seconds to wait if there are too
   * many, else 0.
   */
  everyone(limit: Limit, callers: 'members' | 'visitors'): Promise<number>;
}

/**
 * Limits that a caller could evade by changing nodes count for all nodes together: by address where no account is needed,
 * and by account where each call has an effect on others. The other limits protect a node, each its own.
 */
const acrossNodes: Record<'address' | 'account', ReadonlySet<Limit>> = {
  address: new Set(['signin', 'signup', 'mail', 'password', 'upload']),
  account: new Set([
    'mail',
    'password',
    'upload',
    'search',
    'unblock',
    'new-space',
    'session',
    'post',
    'reaction',
    'image',
  ]),
};

/** Counts calls in windows; limits that hold across nodes are counted in `shared`. */
export function limits(rateLimits: RateLimits, own: Counts, shared: Counts = own): Limits {
  async function over(counts: Counts, key: string, limit: RateLimit | undefined): Promise<number> {
    if (!limit) return 0;
    const { calls, seconds } = limit;
    const { count, left } = await counts.add(key, 1, seconds * 1000);
    return count > calls ? Math.max(1, Math.ceil(left / 1000)) : 0;
  }
  const countsOf = (by: 'address' | 'account', limit: Limit) => (acrossNodes[by].has(limit) ? shared : own);

  return {
    address: (limit, address) =>
      over(countsOf('address', limit), `${limit} address ${address}`, rateLimits[limit].address),
    account: (limit, userId) =>
      over(countsOf('account', limit), `${limit} account ${userId}`, rateLimits[limit].account),
    everyone: (limit, callers) => over(own, `${limit} everyone ${callers}`, rateLimits[limit].everyone),
  };
}
