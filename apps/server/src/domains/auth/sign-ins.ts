import type { SignIn } from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import type { Database, Queries } from '../../platform/database/database.ts';
import type { SignedIn, Visitor } from '../../platform/http/serve.ts';
import { addressBlock } from '../../platform/network/address-block.ts';
import { hashOf } from '../../platform/tokens/hash.ts';
import { deviceOf } from './device.ts';
import type { RefreshTokens } from './refresh-tokens.ts';
import { type EndReason, idleTime, parentGrace, signInStore } from './sign-in-store.ts';

const day = 24 * 60 * 60 * 1000;
/** How long a sign-in lasts at most (milliseconds). */
const maxTime = 90 * day;
const maxSignIns = 20;

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
export function signIns({
  database,
  refreshing,
  ended,
  now,
}: {
  database: Database;
  refreshing: RefreshTokens;
  /** Called after the commit: sign-ins of this person have ended. */
  ended: (userId: string) => void;
  /** Milliseconds since 1970. */
  now: () => number;
}) {
  const store = signInStore(database.db);

  async function end(
    userId: string,
    which: { only?: string; except?: string },
    reason: EndReason,
    on: Queries = database.db,
  ): Promise<number> {
    const ids = await signInStore(on).end(userId, which, reason, now());
    if (ids.length > 0) database.afterCommit(() => ended(userId));
    return ids.length;
  }

  /** The owner of a refresh token, if it is the newest of a sign-in or its parent. */
  async function ownerOf(refreshToken = ''): Promise<SignedIn | undefined> {
    const signInId = refreshing.idIn(refreshToken);
    const row = signInId ? await store.find(signInId) : undefined;
    const hash = hashOf(refreshToken);
    if (!row || (hash !== row.refresh_hash && hash !== row.parent_hash)) return undefined;
    return { userId: row.user_id, signInId: row.sign_in_id };
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
      const trx = signInStore(on);
      await trx.add({
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

    /** Which of these sign-ins have not ended. */
    async validSignIns(signInIds: readonly string[]): Promise<Set<string>> {
      return new Set(signInIds.length > 0 ? await store.activeAmong(signInIds, now()) : []);
    },

    /** Notes, once a day, that devices with these sign-ins are connected: they need not exchange a token for days. */
    async noteUse(signInIds: readonly string[]): Promise<void> {
      // Not as recent as an exchange, for which its parent would be forgiven.
      const at = now() - parentGrace;
      await store.noteUse(signInIds, { at, lastBefore: now() - day, lastSince: now() - idleTime });
    },

    /** Whether the person has been signed in all the time since then, and nobody was signed out of their account. */
    async isUnbroken(userId: string, since: number): Promise<boolean> {
      const endings = await store.endings(userId, since, now());
      return endings.length > 0 && endings.every((at) => at === null);
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
