import type { Queries } from '../../platform/database/database.ts';
import type { MailTokenRow, SignInRow } from './store.ts';

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

    async forget(userId: string, email: string): Promise<void> {
      await db
        .deleteFrom('invites')
        .where((row) => row.or([row('used_by', '=', userId), row('email', '=', email)]))
        .execute();
      await db.deleteFrom('mail_tokens').where('user_id', '=', userId).execute();
      await db.deleteFrom('sign_ins').where('user_id', '=', userId).execute();
    },
  };
}
