import type { Selectable } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type MailTokenRow = Selectable<Tables['mail_tokens']>;
export type CodePurpose = MailTokenRow['purpose'];

/** Mailed codes, on the database or in a transaction. */
export function codeStore(db: Queries) {
  return {
    async add(row: Omit<MailTokenRow, 'used_at'>): Promise<void> {
      await db.insertInto('mail_tokens').values(row).execute();
    },

    /** Invalidates the person's unused codes for these purposes, except those issued before `since`. */
    async invalidate(userId: string, purposes: CodePurpose[], at: number, since = 0): Promise<void> {
      await db
        .updateTable('mail_tokens')
        .set({ used_at: at })
        .where('user_id', '=', userId)
        .where('purpose', 'in', purposes)
        .where('created_at', '>=', since)
        .where('used_at', 'is', null)
        .execute();
    },

    /** The codes for this purpose that still work at that time, oldest first. */
    valid(userId: string, purpose: CodePurpose, at: number): Promise<MailTokenRow[]> {
      return db
        .selectFrom('mail_tokens')
        .selectAll()
        .where('user_id', '=', userId)
        .where('purpose', '=', purpose)
        .where('used_at', 'is', null)
        .where('expires_at', '>', at)
        .orderBy('created_at')
        .execute();
    },

    find(hash: string): Promise<MailTokenRow | undefined> {
      return db.selectFrom('mail_tokens').selectAll().where('token_hash', '=', hash).executeTakeFirst();
    },

    /** One compare-and-swap: of several callers with the same code, one gets it. */
    redeem(hash: string, purpose: CodePurpose, at: number) {
      return db
        .updateTable('mail_tokens')
        .set({ used_at: at })
        .where('token_hash', '=', hash)
        .where('purpose', '=', purpose)
        .where('used_at', 'is', null)
        .where('expires_at', '>', at)
        .returning(['user_id', 'email', 'created_at'])
        .executeTakeFirst();
    },

    /** Removes those that expired before then. */
    async sweep(before: number): Promise<void> {
      await db.deleteFrom('mail_tokens').where('expires_at', '<', before).execute();
    },
  };
}
