import { pages } from '../../platform/batches/pages.ts';
import type { Queries } from '../../platform/database/database.ts';
import { hashOf } from '../../platform/tokens/hash.ts';
import type { MailTokenRow } from './code-store.ts';
import type { SignInRow } from './sign-in-store.ts';

/** A statement accepts a limited number of values. */
const rowsAtOnce = 500;

/** Stored data about a person's sign-ins, on the database or in a transaction. */
export function personalDataStore(db: Queries) {
  return {
    /** Newest first, including ended ones. */
    signIns(userId: string): Promise<SignInRow[]> {
      return db
        .selectFrom('sign_ins')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('last_used_at', 'desc')
        .execute();
    },

    /** Newest first. */
    codes(userId: string): Promise<Pick<MailTokenRow, 'purpose' | 'email' | 'created_at' | 'used_at'>[]> {
      return db
        .selectFrom('mail_tokens')
        .select(['purpose', 'email', 'created_at', 'used_at'])
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .execute();
    },

    /** Hashes of the sign-ins stay for a while, so that the person's other browsers learn of it. */
    async forget(userId: string, email: string, now: number): Promise<void> {
      const ended = (await this.signIns(userId)).map(({ sign_in_id }) => ({
        sign_in_hash: hashOf(sign_in_id),
        deleted_at: now,
      }));
      for (const some of pages(ended, rowsAtOnce))
        await db
          .insertInto('deleted_sign_ins')
          .values([...some])
          .execute();
      await db
        .deleteFrom('invites')
        .where((row) => row.or([row('used_by', '=', userId), row('email', '=', email)]))
        .execute();
      await db.deleteFrom('mail_tokens').where('user_id', '=', userId).execute();
      await db.deleteFrom('sign_ins').where('user_id', '=', userId).execute();
    },
  };
}
