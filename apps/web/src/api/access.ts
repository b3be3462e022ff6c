import { FetchError, readReply } from '@polylogue/contract/client';
import { happened } from '../lib/state/events.ts';
import type { SafeStorage } from '../lib/state/storage.ts';
import { type AccessToken, accessEntry, readAccessToken } from './access-token.ts';
import type { ServerClock } from './server-clock.ts';

/** The stored proof of a sign-in, and requests that carry it. */
export interface Access {
  /** The stored access token; null when signed out. What is malformed is cleared on the way. */
  read(): AccessToken | null;
  keep(tokens: { access_token: string; refresh_token: string }): void;
  clear(): void;
  /**
   * fetch with the stored token. Renews it before the request when it is about to expire, and after a 401, with which
   * the request is made once more. Rejects with what the renewal failed with when the server cannot be reached, and
   * with the signal's reason as soon as it is called off.
   */
  fetch: typeof globalThis.fetch;
  /** The same by another way of sending, such as one that tells how far it is. */
  via(send: typeof globalThis.fetch): typeof globalThis.fetch;
}

interface AccessNeeds {
  storage: Pick<SafeStorage, 'read' | 'write' | 'remove'>;
  fetch: typeof globalThis.fetch;
  clock: ServerClock;
  /** Runs one thing at a time among all tabs, where the browser can: the server forgives tabs that cannot agree. */
  inTurn<Result>(act: () => Promise<Result>): Promise<Result>;
}

export const refreshEntry = 'refresh_token';
/** Names the sign-in whose renewal the server refused last, until what is stored of its account was dealt with. */
export const endedEntry = 'polylogue.ended_sign_in';

export interface EndedSignIn {
  owner: string;
  sign_in_id: string;
  /** When its last access token expired: milliseconds since 1970, by the server's clock. */
  expires_at: number;
}

/** A token counts as expired so many ms before it is. */
const margin = 30_000;
/** All tabs wait for a refresh: one that hangs must end, in ms. The server forgives a lost answer. */
const patience = 30_000;

export function openAccess({ storage, fetch, clock, inTurn }: AccessNeeds): Access {
  let renewing: Promise<AccessToken | null> | null = null;

  function read(): AccessToken | null {
    const token = readAccessToken(storage.read(accessEntry));
    if (!token) clear();
    return token;
  }

  // The refresh token goes first: a tab killed in between must not be left with one that is used up.
  function keep(tokens: { access_token: string; refresh_token: string }) {
    storage.write(refreshEntry, tokens.refresh_token);
    storage.write(accessEntry, tokens.access_token);
  }

  function clear() {
    for (const entry of [accessEntry, refreshEntry]) {
      if (storage.read(entry) !== null) storage.remove(entry);
    }
  }

  function note({ owner, signInId, expiresAt }: AccessToken) {
    const ended: EndedSignIn = { owner, sign_in_id: signInId, expires_at: expiresAt };
    storage.write(endedEntry, JSON.stringify(ended));
  }

  const isExpired = (token: AccessToken) => token.expiresAt - margin <= clock.now();

  /** A token that is not the one found wanting; null when the sign-in has ended. Shared by the person who asks meanwhile. */
  function renew(wanting: AccessToken): Promise<AccessToken | null> {
    renewing ??= inTurn(() => exchange(wanting)).finally(() => {
      renewing = null;
    });
    return renewing;
  }

  async function exchange(wanting: AccessToken): Promise<AccessToken | null> {
    const stored = read();
    // Another tab was first, or the person has signed out or in as somebody else.
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
    // What happened in another tab meanwhile counts: a sign-out must not be undone.
    if (storage.read(refreshEntry) !== refreshToken) return read();
    if (response.status === 401) {
      happened('refresh', 'The sign-in has ended', 401);
      note(stored);
      clear();
      return null;
    }
    await readReply(response);
    const access_token = response.headers.get('x-access-token');
    const refresh_token = response.headers.get('x-refresh-token');
    // A page of a proxy or a hotel's network: no answer of ours.
    if (!readAccessToken(access_token) || !access_token || !refresh_token) {
      throw new FetchError(response.status, 'No new tokens came back.');
    }
    keep({ access_token, refresh_token });
    happened('refresh', 'New tokens', response.status);
    return read();
  }

  const via = (send: typeof fetch): typeof fetch => {
    const carrying = (token: AccessToken | null, ...[input, init]: Parameters<typeof fetch>) =>
      send(input, { ...init, headers: withToken(token, init?.headers) });

    return async (...ask) => {
      const signal = ask[1]?.signal;
      signal?.throwIfAborted();
      const stored = read();
      if (!stored) return carrying(null, ...ask);
      // Never in somebody else's name: who signs in during a request does not inherit it.
      const own = (token: AccessToken | null) => (token?.owner === stored.owner ? token : null);
      const token = isExpired(stored) ? own(await unlessCalledOff(renew(stored), signal)) : stored;
      const response = await carrying(token, ...ask);
      if (response.status !== 401 || !token) return response;
      const renewed = own(await unlessCalledOff(renew(token), signal));
      return renewed && renewed.text !== token.text ? carrying(renewed, ...ask) : response;
    };
  };

  return { read, keep, clear, fetch: via(fetch), via };
}

/** What `work` comes to. Anyone who calls off waits no longer; the work goes on, for others share it. */
function unlessCalledOff<Result>(
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
