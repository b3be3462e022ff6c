import type { Me } from '@polylogue/contract';
import type { AccessToken } from '../../api/index.ts';
import { logEvent } from '../../lib/state/events.ts';
import { type Live, live } from '../../lib/state/live.ts';

/** Who is signed in in this browser. */
export type Account =
  | { type: 'checking' }
  | { type: 'signed-out' }
  | { type: 'signed-in'; me: Me }
  /** The tokens are still stored, but the server does not answer. `me` is whom it last named, if anyone. */
  | { type: 'unreachable'; me: Me | null }
  /** The sign-in has ended while `me` had something typed on the page, which stays until they sign in again. */
  | { type: 'interrupted'; me: Me };

type StoreEvent =
  | { type: 'met'; me: Me }
  | { type: 'signed-out' }
  | { type: 'interrupted' }
  | { type: 'server-lost'; me: Me | null }
  | { type: 'owner-changed' }
  | { type: 'leaving' };

function after(account: Account, event: StoreEvent): Account {
  switch (event.type) {
    case 'met':
      return { type: 'signed-in', me: event.me };
    case 'signed-out':
      return account.type === 'signed-out' ? account : { type: 'signed-out' };
    case 'interrupted': {
      const me = meOf(account);
      if (account.type === 'interrupted') return account;
      return me ? { type: 'interrupted', me } : { type: 'signed-out' };
    }
    case 'server-lost':
      return account.type === 'unreachable'
        ? account
        : { type: 'unreachable', me: meOf(account) ?? event.me };
    // One person's page is never shown to another, not even for a moment.
    case 'owner-changed':
    case 'leaving':
      return account.type === 'checking' ? account : { type: 'checking' };
  }
}

/** The person the page may show as present. */
export function meOf(account: Account): Me | null {
  return 'me' in account ? account.me : null;
}

const isPresent = (account: Account) => meOf(account) !== null && account.type !== 'interrupted';

interface AccountNeeds {
  access: {
    read(): AccessToken | null;
    save(tokens: { access_token: string; refresh_token: string }): void;
    clear(): void;
  };
  fetchMe(): Promise<Me>;
  /** Who was signed in last in this browser, for when the server does not answer. */
  remembered: { read(): Me | null; write(me: Me | null): void };
  /** Whether an error of `fetchMe` says that the sign-in is over. */
  isSignedOut(error: unknown): boolean;
  /** Whether something is typed on the page and stored nowhere else. */
  isUnsaved(): boolean;
  /** Calls back when the stored access token may have changed, in this tab or another. */
  listen(listener: () => void): void;
  now(): number;
  wait(ms: number): Promise<void>;
}

export interface AccountStore extends Pick<Live<Account>, 'read' | 'listen'> {
  /** Finds out who is signed in, unless the answer is less than five minutes old. */
  ensure(): void;
  /** Asks the server again, at most once a second. */
  refreshMe(): Promise<Account>;
  /** Asks again if the server did not answer last time. */
  retryUnreachable(): void;
  /** Stores the tokens of a sign-in or sign-up and finds out whose they are. */
  signedIn(tokens: { access_token: string; refresh_token: string }): Promise<Account>;
  /** Replaces the signed-in person's data with what a call has just returned. */
  setMe(me: Me): void;
  /** Discards what an interrupted page still shows. */
  discardInterrupted(): void;
  /** Shows no one as present from now on: the page is about to be left for good. */
  leave(): void;
}

/** How long the current user counts as fresh, in ms. */
const staleTime = 5 * 60_000;
/** Least time between two requests for the current user, in ms. */
const throttle = 1_000;

export function openAccount(needs: AccountNeeds): AccountStore {
  const { access, now } = needs;
  const store = live<Account, StoreEvent>({ type: 'checking' }, after);
  let owner: string | null = null;
  let requestedAt = Number.NEGATIVE_INFINITY;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  /** Counts how often the signed-in person was set. */
  let meVersion = 0;
  let pending: Promise<Account> | null = null;
  let planned: Promise<Account> | null = null;
  let isLeaving = false;

  function dispatch(event: StoreEvent): Account {
    if (isLeaving) return store.read();
    const before = store.read().type;
    store.dispatch(event);
    const account = store.read();
    if (account.type !== before) logEvent('auth', account.type);
    return account;
  }

  function met(me: Me): Account {
    fetchedAt = now();
    meVersion += 1;
    needs.remembered.write(me);
    return dispatch({ type: 'met', me });
  }

  function signedOut(): Account {
    // `owner` stays: anyone else who signs in must not see this page.
    if (needs.isUnsaved() && meOf(store.read())) return dispatch({ type: 'interrupted' });
    owner = null;
    needs.remembered.write(null);
    return dispatch({ type: 'signed-out' });
  }

  function check(): Promise<Account> {
    pending ??= ask().finally(() => {
      pending = null;
    });
    return pending;
  }

  async function ask(): Promise<Account> {
    const token = access.read();
    if (!token) return signedOut();
    if (owner !== null && owner !== token.owner) dispatch({ type: 'owner-changed' });
    owner = token.owner;
    requestedAt = now();
    const isStillTheirs = () => access.read()?.owner === token.owner;
    const before = meVersion;
    try {
      const me = await needs.fetchMe();
      if (!isStillTheirs()) return ask();
      // What another call has since returned is newer than this response.
      return meVersion === before ? met(me) : store.read();
    } catch (error) {
      if (!needs.isSignedOut(error)) {
        const last = needs.remembered.read();
        return dispatch({ type: 'server-lost', me: last?.user_id === token.owner ? last : null });
      }
      // The 401 was for the person who was signed in before.
      if (access.read() && !isStillTheirs()) return ask();
      access.clear();
      return signedOut();
    }
  }

  function refreshMe(): Promise<Account> {
    const left = requestedAt + throttle - now();
    if (pending || left <= 0) return check();
    planned ??= needs.wait(left).then(() => {
      planned = null;
      return check();
    });
    return planned;
  }

  needs.listen(() => {
    const token = access.read();
    if (!token) signedOut();
    // New tokens of the same sign-in change nothing.
    else if (token.owner !== owner || !isPresent(store.read())) void check();
  });

  return {
    read: store.read,
    listen: store.listen,
    refreshMe,
    ensure() {
      if (store.read().type === 'signed-out' && !access.read()) return;
      if (now() - fetchedAt >= staleTime) void refreshMe();
    },
    retryUnreachable() {
      if (store.read().type === 'unreachable') void refreshMe();
    },
    signedIn(tokens) {
      access.save(tokens);
      return check();
    },
    setMe(me) {
      // The call may have been made before the person signed out.
      if (access.read()?.owner === me.user_id) met(me);
    },
    discardInterrupted() {
      if (store.read().type !== 'interrupted') return;
      owner = null;
      dispatch({ type: 'signed-out' });
    },
    leave() {
      dispatch({ type: 'leaving' });
      isLeaving = true;
    },
  };
}
