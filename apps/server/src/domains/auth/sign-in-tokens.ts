import type { Tokens } from '@polylogue/contract';
import type { Database } from '../../platform/database/database.ts';
import { refuse } from '../../platform/http/refuse.ts';
import type { Member, SignedIn, Visitor } from '../../platform/http/serve.ts';
import type { AccessTokens } from '../../platform/tokens/access.ts';
import { hashOf, newSecret } from '../../platform/tokens/hash.ts';
import type { UserService } from '../users/service.ts';
import type { RefreshTokens } from './refresh-tokens.ts';
import { type EndReason, idleTime, parentGrace, type SignInRow, signInStore } from './sign-in-store.ts';
import type { NewSignIn, SignIns } from './sign-ins.ts';
import { type SignedInRow, tokenStore } from './token-store.ts';

/** Reasons that say nothing of what the owner wants: a token may also look replayed after the database was restored. */
const endedByUs = new Set<string>(['too-many', 'replayed'] satisfies EndReason[]);

/** The tokens that prove sign-ins: given out, checked and exchanged. */
export function signInTokens({
  database,
  users,
  waiver,
  access,
  refreshing,
  end,
  now,
}: {
  database: Database;
  users: Pick<UserService, 'meOf'>;
  /** The current version of the waiver. */
  waiver: string;
  access: AccessTokens;
  refreshing: RefreshTokens;
  end: SignIns['end'];
  /** Milliseconds since 1970. */
  now: () => number;
}) {
  const store = tokenStore(database.db);
  const { find } = signInStore(database.db);

  async function activeRow(signInId: string): Promise<SignedInRow | undefined> {
    const row = await store.withAccount(signInId, waiver);
    const isOver =
      !row || row.ended_at !== null || row.expires_at <= now() || row.user_standing === 'suspended';
    return isOver ? undefined : row;
  }

  async function tokensOf(refreshToken: string, signIn: SignedIn, generation: number): Promise<Tokens> {
    return { access_token: await access.sign({ ...signIn, generation }), refresh_token: refreshToken };
  }

  /** Whether its owner or the operator ended it: it did not expire, and we did not end it. */
  async function isEndedByPerson(signInId: string, row: SignInRow | undefined): Promise<boolean> {
    if (!row) return store.wasDeleted(signInId);
    return row.ended_because !== null && !endedByUs.has(row.ended_because);
  }

  return {
    /** The tokens of a new sign-in, once it is committed. */
    tokensFor: ({ refreshToken, ...signIn }: NewSignIn) => tokensOf(refreshToken, signIn, 0),

    /** The member whose valid sign-in an access token proves: read again each time, in one query. */
    async authenticate(accessToken: string): Promise<Member | undefined> {
      const claims = await access.read(accessToken);
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

      const row = await find(signInId);
      if ((await isEndedByPerson(signInId, row)) && (await refreshing.isOurs(token))) return endedByPerson();
      if (!row || row.ended_at !== null || row.expires_at <= now() || row.last_used_at <= now() - idleTime) {
        return signedOut();
      }
      const isParent = row.parent_hash === presented && row.successor !== null;
      const isForgivable = !row.is_successor_used || now() - row.last_used_at < parentGrace;
      if (isParent && isForgivable) {
        // The answer was lost, or another tab was quicker: returns the same successor again.
        const same = await refreshing.next(token, row.successor as string);
        // Made with another secret, it would count as theft later.
        if (hashOf(same) !== row.refresh_hash) return signedOut();
        return tokensOf(same, { userId: row.user_id, signInId }, row.generation);
      }
      // Only a token that was once valid indicates theft: otherwise knowing the id would be enough to end the sign-in.
      if (!isParent && !(await refreshing.isOurs(token))) return signedOut();
      await end(row.user_id, { only: signInId }, 'replayed');
      record('refresh-token-replayed', { subject: row.user_id });
      return signedOut();
    },
  };
}
export type SignInTokens = ReturnType<typeof signInTokens>;

/** What the account's data in the browser is erased after: nothing else may be refused with this. */
function endedByPerson(): never {
  return refuse('sign-in-ended', 'You are signed out. Sign in again.');
}

function signedOut(): never {
  return refuse('signed-out', 'You are signed out. Sign in again.');
}
