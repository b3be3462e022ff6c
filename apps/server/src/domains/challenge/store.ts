import { randomBytes } from 'node:crypto';
import type { Queries } from '../../platform/database/database.ts';

export interface ChallengeStore {
  /** Remembers a solved challenge until it expires; false when it is known already. */
  use(hash: string, expiresAt: number): Promise<boolean>;
  sweep(now: number): Promise<void>;
  /** What our challenges are signed with: made once, the same on every node. */
  secret(now: number): Promise<string>;
}

const name = 'challenge';

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

    async secret(created_at) {
      await db
        .insertInto('secrets')
        .values({ name, secret: randomBytes(32).toString('base64url'), created_at })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
      const { secret } = await db
        .selectFrom('secrets')
        .select('secret')
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      return secret;
    },
  };
}
