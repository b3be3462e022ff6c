import { type ApiClient, type Call, caller, type OpenCall } from '@polylogue/contract/client';
import { inTurn } from '../lib/page/locks.ts';
import { logEvent } from '../lib/state/events.ts';
import { storage } from '../lib/state/storage.ts';
import { type Access, openAccess } from './access.ts';
import { withIdleTimeout } from './idle-timeout.ts';
import { takePrefetched } from './prefetched.ts';
import { serverClock } from './server-clock.ts';

// The only file in this folder that uses real dependencies; everything else gets them as arguments.

const clock = serverClock({ now: () => Date.now(), storage });

/** Milliseconds since 1970: the server's clock as this browser knows it. */
export const serverNow = (): number => clock.now();

/** fetch that also calibrates the clock and logs the request. */
const watchedFetch: typeof fetch = async (input, init) => {
  // Without the query, which may contain the code of a mailed link.
  const what = `${init?.method ?? 'GET'} ${String(input).split('?')[0]}`;
  try {
    const early = takePrefetched(input, init);
    const prefetched = early && (await early);
    const response = prefetched ?? (await fetch(input, init));
    logEvent('request', what, response.status);
    // A prefetched one may have come long ago.
    if (!prefetched) clock.calibrate(response);
    return response;
  } catch (error) {
    logEvent('request', what, init?.signal?.aborted ? 'called off' : 'no connection');
    throw error;
  }
};

/** The sign-in of this browser. */
export const access: Access = openAccess({
  storage,
  fetch: watchedFetch,
  clock,
  withLock: (act) => inTurn('polylogue.refreshing', act),
});

/**
 * Calls that need no sign-in are sent without a token: a 401 there does not mean that one has expired. False: the
 * response depends on the sign-in, if there is one.
 */
const open: Record<OpenCall, boolean> = {
  'GET /api/auth/options': true,
  'POST /api/auth/signin': true,
  'POST /api/auth/signup': true,
  'POST /api/auth/refresh': true,
  'POST /api/auth/signout': true,
  'POST /api/auth/forgot-password': true,
  'POST /api/auth/reset-password': true,
  'GET /api/auth/verify': true,
  'POST /api/auth/change-email/confirm': true,
  'POST /api/auth/change-email/undo': true,
  'GET /api/challenge': true,
  'POST /api/upload': true,
  'POST /api/v1/images/:token': true,
  'GET /api/v1/spaces/by-code/:code': false,
  'GET /healthz': true,
  'GET /readyz': true,
};

const limitedFetch = withIdleTimeout(watchedFetch);

/** With a sign-in, if there is one: rejects, as without a connection, when nothing arrives for too long. */
export const fetchSignedIn: typeof fetch = access.via(limitedFetch);
const callSignedIn = caller(fetchSignedIn);
const callAnonymously = caller(limitedFetch);

/**
 * Calls our server, with the access token where the endpoint wants one.
 * Rejects with a FetchError for a response that is not OK, and with a TypeError without a connection, also when nothing
 * arrives for too long.
 */
export const call: ApiClient = (name, request, options) =>
  (isOpen(name) ? callAnonymously : callSignedIn)(name, request, options);

const isOpen = (name: Call): boolean =>
  Object.hasOwn(open, name) && (open[name as OpenCall] || !access.read());
