import type { Queries } from '../../platform/database/database.ts';
import { hashOf } from '../../platform/tokens/hash.ts';
import type { UserWithWaiver } from '../users/service.ts';
import type { SignInRow } from './sign-in-store.ts';

/** What decides whether an access token is still valid, with its account. */
export type SignedInRow = UserWithWaiver &
  Pick<SignInRow, 'ended_at' | 'expires_at' | 'generation' | 'is_successor_used'>;

/** One exchange of a refresh token: succeeds only if `presented` is still the newest. */
export interface Exchange {
  signInId: string;
  presented: string;
  next: string;
  successor: string;
  at: number;
  /** The earliest time of its last use. */
  usedSince: number;
}

/** What the tokens of sign-ins are checked against, on the database or in a transaction. */
export function tokenStore(db: Queries) {
  // Built once: used with nearly every request.
  const signedIn = db
    .selectFrom('sign_ins')
    .innerJoin('users', 'users.user_id', 'sign_ins.user_id')
    .leftJoin('waivers', (join) =>
      join.onRef('waivers.user_id', '=', 'users.user_id').on('waivers.version', '=', ''),
    )
    .selectAll('users')
    .select([
      'waivers.accepted_at',
      'sign_ins.ended_at',
      'sign_ins.expires_at',
      'sign_ins.generation',
      'sign_ins.is_successor_used',
    ])
    .where('sign_ins.sign_in_id', '=', '')
    .compile();

  return {
    /** A sign-in with its person, and when they accepted this version of the waiver. */
    async withAccount(signInId: string, waiver: string): Promise<SignedInRow | undefined> {
      const { rows } = await db.executeQuery({
        ...signedIn,
        parameters: [waiver, signInId],
      } as typeof signedIn);
      return rows[0];
    },

    /** Whether it was deleted with its account, not long ago. */
    async wasDeleted(signInId: string): Promise<boolean> {
      const row = await db
        .selectFrom('deleted_sign_ins')
        .select('deleted_at')
        .where('sign_in_hash', '=', hashOf(signInId))
        .executeTakeFirst();
      return row !== undefined;
    },

    /** One compare-and-swap; undefined if the presented token is not the newest, or too old. */
    exchange({ signInId, presented, next, successor, at, usedSince }: Exchange) {
      return db
        .updateTable('sign_ins')
        .set((row) => ({
          refresh_hash: next,
          parent_hash: presented,
          successor,
          generation: row('generation', '+', 1),
          is_successor_used: false,
          last_used_at: at,
        }))
        .where('sign_in_id', '=', signInId)
        .where('refresh_hash', '=', presented)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', at)
        .where('last_used_at', '>', usedSince)
        .returning(['user_id', 'generation'])
        .executeTakeFirst();
    },

    async markSuccessorUsed(signInId: string, generation: number): Promise<void> {
      await db
        .updateTable('sign_ins')
        .set({ is_successor_used: true })
        .where('sign_in_id', '=', signInId)
        .where('generation', '=', generation)
        .execute();
    },
  };
}
