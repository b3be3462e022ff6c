import type { Queries } from '../../../platform/database/database.ts';

/** Personal friend links, on the database or in a transaction. */
export function linkStore(db: Queries) {
  return {
    async code(userId: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('friend_links')
        .select('code')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row?.code;
    },

    /** A person's first link; an existing one stays. */
    async add(userId: string, code: string, at: number): Promise<void> {
      await db
        .insertInto('friend_links')
        .values({ user_id: userId, code, created_at: at })
        .onConflict((conflict) => conflict.column('user_id').doNothing())
        .execute();
    },

    async renew(userId: string, code: string, at: number): Promise<void> {
      await db
        .insertInto('friend_links')
        .values({ user_id: userId, code, created_at: at })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ code, created_at: at }))
        .execute();
    },

    async owner(code: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('friend_links')
        .select('user_id')
        .where('code', '=', code)
        .executeTakeFirst();
      return row?.user_id;
    },

    async forget(userId: string): Promise<void> {
      await db.deleteFrom('friend_links').where('user_id', '=', userId).execute();
    },
  };
}
