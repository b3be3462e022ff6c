import type { Me } from '@polylogue/contract';

/** Who is signed in in this browser. */
export type Account =
  | { type: 'checking' }
  | { type: 'signed-out' }
  | { type: 'signed-in'; me: Me }
  /** The tokens are still stored, but the server does not answer. `me` is whom it last named, if anyone. */
  | { type: 'unreachable'; me: Me | null }
  /** The sign-in has ended while `me` had something typed on the page, which stays until they sign in again. */
  | { type: 'interrupted'; me: Me };

/** What a tab knows of the sign-in. */
export interface AccountState {
  account: Account;
  /** Whose page this is. It stays when a sign-in ends: anyone else who signs in must not see it. */
  owner: string | null;
  /** When the signed-in person was last fetched, and how often they were set. */
  fetchedAt: number;
  version: number;
  /** The page is about to be left for good: nothing it shows changes any more. */
  isLeaving: boolean;
}

export type AccountEvent =
  | { type: 'token-read'; owner: string }
  | { type: 'met'; me: Me; at: number }
  /** `isUnsaved`: something is typed on the page and stored nowhere else. */
  | { type: 'signed-out'; isUnsaved: boolean }
  /** `me`: whom the server last named, if anyone. */
  | { type: 'server-lost'; me: Me | null }
  /** What an interrupted page still shows is given up. */
  | { type: 'discarded' }
  | { type: 'leaving' };

const checking: Account = { type: 'checking' };
const signedOut: Account = { type: 'signed-out' };

export const noAccount: AccountState = {
  account: checking,
  owner: null,
  fetchedAt: Number.NEGATIVE_INFINITY,
  version: 0,
  isLeaving: false,
};

export function afterAccountEvent(state: AccountState, event: AccountEvent): AccountState {
  if (state.isLeaving) return state;
  const { account, owner } = state;
  const me = meOf(account);
  switch (event.type) {
    case 'token-read':
      if (owner === event.owner) return state;
      // One person's page is never shown to another, not even for a moment.
      return { ...state, account: owner === null ? account : checking, owner: event.owner };
    case 'met':
      return {
        ...state,
        account: { type: 'signed-in', me: event.me },
        fetchedAt: event.at,
        version: state.version + 1,
      };
    case 'signed-out':
      if (!event.isUnsaved || !me) return { ...state, account: signedOut, owner: null };
      return account.type === 'interrupted' ? state : { ...state, account: { type: 'interrupted', me } };
    case 'server-lost':
      if (account.type === 'unreachable') return state;
      return { ...state, account: { type: 'unreachable', me: me ?? event.me } };
    case 'discarded':
      return account.type === 'interrupted' ? { ...state, account: signedOut, owner: null } : state;
    case 'leaving':
      return { ...state, account: checking, isLeaving: true };
  }
}

/** The person the page may show as present. */
export function meOf(account: Account): Me | null {
  return 'me' in account ? account.me : null;
}
