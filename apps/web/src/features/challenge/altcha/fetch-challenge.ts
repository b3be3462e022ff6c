import { caller } from '@polylogue/contract/client';
import type { Challenge } from 'altcha-lib/types';

const call = caller((...ask) => fetch(...ask));

/** What a challenge can be solved for. */
export type Action = 'signin' | 'signup' | 'forgot-password' | 'reset-password' | 'verify';

/**
 * A fresh challenge from our server. Rejects with a FetchError when refused, a TypeError without a connection, a
 * TimeoutError after 20 seconds.
 */
export async function fetchChallenge(action: Action, signal: AbortSignal): Promise<Challenge> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(20_000)]);
  return (await call(
    'GET /api/challenge',
    { query: { action } },
    { signal: inTime },
  )) as unknown as Challenge;
}
