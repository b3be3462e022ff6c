import type { Me } from '@polylogue/contract';
import type { AccessToken } from '../../api/index.ts';
import { logEvent } from '../../lib/state/events.ts';
import { type Live, live } from '../../lib/state/live.ts';
import { type Account, type AccountEvent, afterAccountEvent, meOf, noAccount } from './account-state.ts';

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
  const store = live(noAccount, afterAccountEvent);
  const read = () => store.read().account;
  let requestedAt = Number.NEGATIVE_INFINITY;
  let pending: Promise<Account> | null = null;
  let planned: Promise<Account> | null = null;

  function dispatch(event: AccountEvent): Account {
    const before = read().type;
    store.dispatch(event);
    const account = read();
    if (account.type !== before) logEvent('auth', account.type);
    return account;
  }

  function met(me: Me): Account {
    needs.remembered.write(me);
    return dispatch({ type: 'met', me, at: now() });
  }

  function signedOut(): Account {
    const account = dispatch({ type: 'signed-out', isUnsaved: needs.isUnsaved() });
    if (account.type !== 'interrupted') needs.remembered.write(null);
    return account;
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
    dispatch({ type: 'token-read', owner: token.owner });
    requestedAt = now();
    const isStillTheirs = () => access.read()?.owner === token.owner;
    const before = store.read().version;
    try {
      const me = await needs.fetchMe();
      if (!isStillTheirs()) return ask();
      // What another call has since returned is newer than this response.
      return store.read().version === before ? met(me) : read();
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
    else if (token.owner !== store.read().owner || !isPresent(read())) void check();
  });

  return {
    read,
    listen: store.listen,
    refreshMe,
    ensure() {
      if (read().type === 'signed-out' && !access.read()) return;
      if (now() - store.read().fetchedAt >= staleTime) void refreshMe();
    },
    retryUnreachable() {
      if (read().type === 'unreachable') void refreshMe();
    },
    signedIn(tokens) {
      access.save(tokens);
      return check();
    },
    setMe(me) {
      // The call may have been made before the person signed out.
      if (access.read()?.owner === me.user_id) met(me);
    },
    discardInterrupted: () => void dispatch({ type: 'discarded' }),
    leave: () => void dispatch({ type: 'leaving' }),
  };
}
