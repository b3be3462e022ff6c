import type { Queries } from '../../platform/database/database.ts';
import { storedSecret } from '../../platform/tokens/secret.ts';

export interface ChallengeStore {
  /** Remembers a solved challenge until it expires; false if it is already known. */
  use(hash: string, expiresAt: number): Promise<boolean>;
  sweep(now: number): Promise<void>;
  /** The key that signs our challenges: created once, the same on every node. */
  secret(now: number): Promise<string>;
}

export function challengeStore(db: Queries): ChallengeStore {
  return {
    async use(challenge_hash, expires_at) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('used_challenges')
        .values({ challenge_hash, expires_at })
        .onConflict((conflict) => conflict.column('challenge_hash').doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },

    async sweep(now) {
      await db.deleteFrom('used_challenges').where('expires_at', '<=', now).execute();
    },

    secret: (now) => storedSecret(db, 'challenge', now),
  };
}
