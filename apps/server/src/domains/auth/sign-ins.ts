import type { SignIn, Tokens } from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import type { Database, Queries } from '../../platform/database/database.ts';
import { refuse } from '../../platform/http/refuse.ts';
import type { Member, SignedIn, Visitor } from '../../platform/http/serve.ts';
import { addressBlock } from '../../platform/network/address-block.ts';
import type { AccessTokens } from '../../platform/tokens/access.ts';
import { hashOf, newSecret } from '../../platform/tokens/hash.ts';
import type { UserService } from '../users/service.ts';
import { deviceOf } from './device.ts';
import { refreshTokens } from './refresh-tokens.ts';
import { authStore, type EndReason, type SignedInRow, type SignInRow } from './store.ts';

const day = 24 * 60 * 60 * 1000;

/** How long a sign-in lasts unused, and at most (milliseconds). */
const idleTime = 14 * day;
const maxTime = 90 * day;
const maxSignIns = 20;
/** For this long after an exchange, using the parent is not a sign of theft, even if the successor is in use: a second tab. */
const grace = 60_000;
/** Reasons that say nothing of what the owner wants: a token may also look replayed after the database was restored. */
const endedByUs = new Set<string>(['too-many', 'replayed'] satisfies EndReason[]);

export interface SignInDeps {
  database: Database;
  users: Pick<UserService, 'meOf'>;
  /** The current version of the waiver. */
  waiver: string;
  tokens: AccessTokens;
  /** The key that proves that a refresh token is ours: the same on all nodes. */
  secret: () => Promise<string>;
  /** Called after the commit: sign-ins of this person have ended. */
  ended: (userId: string) => void;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** The id of a future sign-in, and its first refresh token. */
export interface PreparedSignIn {
  signInId: string;
  refreshToken: string;
}

/** A new sign-in. */
export interface NewSignIn extends SignedIn {
  refreshToken: string;
}

/** People's sign-ins on their devices, until they sign out or are signed out. */
export function signIns({ database, users, waiver, tokens, secret, ended, now }: SignInDeps) {
  const refreshing = refreshTokens(secret);
  const store = authStore(database.db);

  async function activeRow(signInId: string): Promise<SignedInRow | undefined> {
    const row = await store.signedIn(signInId, waiver);
    const isOver =
      !row || row.ended_at !== null || row.expires_at <= now() || row.user_standing === 'suspended';
    return isOver ? undefined : row;
  }

  async function tokensOf(refreshToken: string, signIn: SignedIn, generation: number): Promise<Tokens> {
    const access = await tokens.sign({ ...signIn, generation });
    return { access_token: access, refresh_token: refreshToken };
  }

  async function end(
    userId: string,
    which: { only?: string; except?: string },
    reason: EndReason,
    on: Queries = database.db,
  ): Promise<number> {
    const ids = await authStore(on).end(userId, which, reason, now());
    if (ids.length > 0) database.afterCommit(() => ended(userId));
    return ids.length;
  }

  /** The owner of a refresh token, if it is the newest of a sign-in or its parent. */
  async function ownerOf(refreshToken = ''): Promise<SignedIn | undefined> {
    const signInId = refreshing.idIn(refreshToken);
    const row = signInId ? await store.signIn(signInId) : undefined;
    const hash = hashOf(refreshToken);
    if (!row || (hash !== row.refresh_hash && hash !== row.parent_hash)) return undefined;
    return { userId: row.user_id, signInId: row.sign_in_id };
  }

  /** Whether its owner or the operator ended it: it did not expire, and we did not end it. */
  async function isEndedByPerson(signInId: string, row: SignInRow | undefined): Promise<boolean> {
    if (!row) return store.wasDeleted(signInId);
    return row.ended_because !== null && !endedByUs.has(row.ended_because);
  }

  return {
    /** Ends a person's sign-ins: one, all but one, or all. Returns how many. */
    end,

    /** Call before the transaction in which the sign-in begins. */
    async prepare(): Promise<PreparedSignIn> {
      const signInId = newId();
      return { signInId, refreshToken: await refreshing.first(signInId) };
    },

    /** Signs a person in, in the caller's transaction. */
    async begin(
      userId: string,
      { signInId, refreshToken }: PreparedSignIn,
      { ip, userAgent }: Visitor,
      on: Queries,
    ): Promise<NewSignIn> {
      const at = now();
      const trx = authStore(on);
      await trx.addSignIn({
        sign_in_id: signInId,
        user_id: userId,
        created_at: at,
        last_used_at: at,
        expires_at: at + maxTime,
        device: deviceOf(userAgent),
        address: ip,
        generation: 0,
        refresh_hash: hashOf(refreshToken),
        is_successor_used: false,
      });
      const active = await trx.activeOf(userId, now());
      for (const { sign_in_id } of active
        .filter((one) => one.sign_in_id !== signInId)
        .slice(maxSignIns - 1)) {
        await end(userId, { only: sign_in_id }, 'too-many', on);
      }
      return { userId, signInId, refreshToken };
    },

    /** The tokens of a new sign-in, once it is committed. */
    tokensFor: ({ refreshToken, ...signIn }: NewSignIn) => tokensOf(refreshToken, signIn, 0),

    /** Which of these sign-ins have not ended. */
    async validSignIns(signInIds: readonly string[]): Promise<Set<string>> {
      return new Set(signInIds.length > 0 ? await store.activeAmong(signInIds, now()) : []);
    },

    /** The member whose valid sign-in an access token proves: read again each time, in one query. */
    async authenticate(accessToken: string): Promise<Member | undefined> {
      const claims = await tokens.read(accessToken);
      const row = claims && (await activeRow(claims.signInId));
      if (!row || row.user_id !== claims.userId) return undefined;
      if (claims.generation === row.generation && !row.is_successor_used && claims.generation > 0) {
        // The owner has received the answer to the exchange, and no longer needs the parent.
        await store.markSuccessorUsed(claims.signInId, claims.generation);
      }
      return { userId: claims.userId, signInId: claims.signInId, me: () => users.meOf(row) };
    },

    async refresh(token = '', { record }: Visitor): Promise<Tokens> {
      const signInId = refreshing.idIn(token);
      if (!signInId) return signedOut();
      const presented = hashOf(token);
      const salt = newSecret();
      const next = await refreshing.next(token, salt);
      const exchanged = await store.exchange({
        signInId,
        presented,
        next: hashOf(next),
        successor: salt,
        at: now(),
        usedSince: now() - idleTime,
      });
      if (exchanged) {
        return tokensOf(next, { userId: exchanged.user_id, signInId }, exchanged.generation);
      }

      const row = await store.signIn(signInId);
      if ((await isEndedByPerson(signInId, row)) && (await refreshing.isOurs(token))) return endedByPerson();
      if (!row || row.ended_at !== null || row.expires_at <= now() || row.last_used_at <= now() - idleTime) {
        return signedOut();
      }
      const isParent = row.parent_hash === presented && row.successor !== null;
      const isForgivable = !row.is_successor_used || now() - row.last_used_at <= grace;
      if (isParent && isForgivable) {
        // The answer was lost, or another tab was quicker: returns the same successor again.
        const same = await refreshing.sameNext(token, row.successor as string, row.refresh_hash);
        if (!same) return signedOut();
        return tokensOf(same, { userId: row.user_id, signInId }, row.generation);
      }
      // Only a token that was once valid indicates theft: otherwise knowing the id would be enough to end the sign-in.
      if (!isParent && !(await refreshing.isOurs(token))) return signedOut();
      await end(row.user_id, { only: signInId }, 'replayed');
      record('refresh-token-replayed', { subject: row.user_id });
      return signedOut();
    },

    /** Ends the sign-in to which the tokens belong; unknown tokens are not an error. */
    async signOut(refreshToken: string | undefined, caller: Visitor & Partial<SignedIn>): Promise<void> {
      const { userId, signInId } = (await ownerOf(refreshToken)) ?? caller;
      if (!userId || !signInId) return;
      await end(userId, { only: signInId }, 'signed-out');
      caller.record('signed-out', { actor: userId });
    },

    async list({ userId, signInId }: SignedIn): Promise<SignIn[]> {
      return (await store.activeOf(userId, now())).map((row) => ({
        sign_in_id: row.sign_in_id,
        device: row.device,
        address: row.address,
        created_at: new Date(row.created_at).toISOString(),
        last_used_at: new Date(row.last_used_at).toISOString(),
        is_current: row.sign_in_id === signInId,
      }));
    },

    /** Whether the person has signed in from this network address before, as limits count addresses. */
    async isKnownAt(userId: string, address: string): Promise<boolean> {
      return (await store.knownDevices(userId)).some((place) => addressBlock(place.address) === address);
    },
  };
}
export type SignIns = ReturnType<typeof signIns>;

/** What the account's data in the browser is erased after: nothing else may be refused with this. */
function endedByPerson(): never {
  return refuse('sign-in-ended', 'You are signed out. Sign in again.');
}

function signedOut(): never {
  return refuse('signed-out', 'You are signed out. Sign in again.');
}
