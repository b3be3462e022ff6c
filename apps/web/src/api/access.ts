import { FetchError, readReply } from '@polylogue/contract/client';
import { logEvent } from '../lib/state/events.ts';
import type { SafeStorage } from '../lib/state/storage.ts';
import { type AccessToken, accessEntry, readAccessToken } from './access-token.ts';
import type { ServerClock } from './server-clock.ts';

/** The stored tokens of a sign-in, and requests that carry them. */
export interface Access {
  /** The stored access token; null when signed out. Clears malformed entries. */
  read(): AccessToken | null;
  save(tokens: { access_token: string; refresh_token: string }): void;
  clear(): void;
  /**
   * A fetch that sends with the stored token. Renews the token when it is about to expire, and after a 401, and then makes the
   * request once more. When the server cannot be reached, rejects with the renewal's error; when aborted, rejects
   * immediately with the signal's reason.
   */
  via(send: typeof globalThis.fetch): typeof globalThis.fetch;
}

interface AccessNeeds {
  storage: Pick<SafeStorage, 'read' | 'write' | 'remove'>;
  fetch: typeof globalThis.fetch;
  clock: ServerClock;
  /** A lock across all tabs, where the browser has one; without it, the server tolerates concurrent refreshes. */
  withLock<Result>(act: () => Promise<Result>): Promise<Result>;
}

export const refreshEntry = 'refresh_token';
/** The account whose sign-in was ended by its owner or the operator, until its stored data has been erased. */
export const endedEntry = 'polylogue.ended_sign_in';

/** How many ms before its expiry a token counts as expired. */
const margin = 30_000;
/** Timeout of a refresh, in ms: all tabs wait for it, so it must not hang. The server tolerates a lost response. */
const patience = 30_000;

export function openAccess({ storage, fetch, clock, withLock }: AccessNeeds): Access {
  let renewing: Promise<AccessToken | null> | null = null;

  function read(): AccessToken | null {
    const token = readAccessToken(storage.read(accessEntry));
    if (!token) clear();
    return token;
  }

  // The refresh token is written first: a tab killed in between must not be left with a used-up one.
  function save(tokens: { access_token: string; refresh_token: string }) {
    storage.write(refreshEntry, tokens.refresh_token);
    storage.write(accessEntry, tokens.access_token);
  }

  function clear() {
    for (const entry of [accessEntry, refreshEntry]) {
      if (storage.read(entry) !== null) storage.remove(entry);
    }
  }

  const isExpired = (token: AccessToken) => token.expiresAt - margin <= clock.now();

  /** A token other than `wanting`; null when the sign-in has ended. Concurrent callers share one renewal. */
  function renew(wanting: AccessToken): Promise<AccessToken | null> {
    renewing ??= withLock(() => exchange(wanting)).finally(() => {
      renewing = null;
    });
    return renewing;
  }

  async function exchange(wanting: AccessToken): Promise<AccessToken | null> {
    const stored = read();
    // Another tab was first, or the user has signed out, or in to another account.
    if (!stored || (stored.text !== wanting.text && !isExpired(stored))) return stored;
    const refreshToken = storage.read(refreshEntry);
    if (!refreshToken) {
      clear();
      return null;
    }
    const response = await fetch('/api/auth/refresh', {
      method: 'POST',
      headers: { 'x-refresh-token': refreshToken },
      signal: AbortSignal.timeout(patience),
    });
    const refused = await readReply(response).then(
      () => null,
      (error: FetchError) => error,
    );
    // Another tab may have signed out meanwhile, which must not be undone.
    if (storage.read(refreshEntry) !== refreshToken) return read();
    if (response.status === 401) {
      logEvent('refresh', 'The sign-in has ended', 401);
      // Not after any other refusal: what is not in the account yet would be lost.
      if (refused?.refused?.error === 'sign-in-ended') storage.write(endedEntry, stored.owner);
      clear();
      return null;
    }
    if (refused) throw refused;
    const access_token = response.headers.get('x-access-token');
    const refresh_token = response.headers.get('x-refresh-token');
    // Not our server's response, but a page from a proxy or a hotel network.
    if (!readAccessToken(access_token) || !access_token || !refresh_token) {
      throw new FetchError(response.status, 'No new tokens came back.');
    }
    save({ access_token, refresh_token });
    logEvent('refresh', 'New tokens', response.status);
    return read();
  }

  const via = (send: typeof fetch): typeof fetch => {
    const carrying = (token: AccessToken | null, ...[input, init]: Parameters<typeof fetch>) =>
      send(input, { ...init, headers: withToken(token, init?.headers) });

    return async (...request) => {
      const signal = request[1]?.signal;
      signal?.throwIfAborted();
      const stored = read();
      if (!stored) return carrying(null, ...request);
      // A request never carries the token of another account that signs in while it is under way.
      const own = (token: AccessToken | null) => (token?.owner === stored.owner ? token : null);
      const token = isExpired(stored) ? own(await unlessAborted(renew(stored), signal)) : stored;
      const response = await carrying(token, ...request);
      if (response.status !== 401 || !token) return response;
      const renewed = own(await unlessAborted(renew(token), signal));
      return renewed && renewed.text !== token.text ? carrying(renewed, ...request) : response;
    };
  };

  return { read, save, clear, via };
}

/** The result of `work`. An aborted caller stops waiting; the work goes on, since others share it. */
function unlessAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal | null | undefined,
): Promise<Result> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

function withToken(token: AccessToken | null, given?: HeadersInit): Headers {
  const headers = new Headers(given);
  if (token) headers.set('authorization', `Bearer ${token.text}`);
  return headers;
}
