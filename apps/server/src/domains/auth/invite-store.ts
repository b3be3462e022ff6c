import type { Queries } from '../../platform/database/database.ts';

/** Invitations to sign up, on the database or in a transaction. */
export function inviteStore(db: Queries) {
  return {
    async add(row: { code_hash: string; email: string | null; created_at: number; expires_at: number }) {
      await db.insertInto('invites').values(row).execute();
    },

    /** Whether it is for this address or for any, and neither used nor expired. */
    async isValid(hash: string, email: string, at: number): Promise<boolean> {
      const row = await db
        .selectFrom('invites')
        .select('code_hash')
        .where('code_hash', '=', hash)
        .where('used_at', 'is', null)
        .where('expires_at', '>', at)
        .where((row) => row.or([row('email', 'is', null), row('email', '=', email)]))
        .executeTakeFirst();
      return row !== undefined;
    },

    /** False unless it is valid. */
    async redeem(hash: string, email: string, userId: string, at: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('invites')
        .set({ used_at: at, used_by: userId })
        .where('code_hash', '=', hash)
        .where('used_at', 'is', null)
        .where('expires_at', '>', at)
        .where((row) => row.or([row('email', 'is', null), row('email', '=', email)]))
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    /** Removes those that expired before then. */
    async sweep(before: number): Promise<void> {
      await db.deleteFrom('invites').where('expires_at', '<', before).execute();
    },
  };
}
