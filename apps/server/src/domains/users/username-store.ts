import type { Queries } from '../../platform/database/database.ts';

/** The usernames reserved for the people who gave them up. */
export function usernameStore(db: Queries) {
  return {
    /** Whether another person gave this name up after `since`. */
    async isHeld(canonical: string, userId: string, since: number): Promise<boolean> {
      const found = await db
        .selectFrom('former_usernames')
        .select('user_id')
        .where('username_canonical', '=', canonical)
        .where('user_id', '!=', userId)
        .where('given_up_at', '>', since)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** When the names reserved for this person were given up, oldest first. */
    async givenUp(userId: string): Promise<{ username: string; givenUpAt: number }[]> {
      return db
        .selectFrom('former_usernames')
        .select(['username_canonical as username', 'given_up_at as givenUpAt'])
        .where('user_id', '=', userId)
        .orderBy('given_up_at')
        .execute();
    },

    async giveUp(canonical: string, userId: string, at: number): Promise<void> {
      await db
        .insertInto('former_usernames')
        .values({ username_canonical: canonical, user_id: userId, given_up_at: at })
        .onConflict((conflict) =>
          conflict.column('username_canonical').doUpdateSet({ user_id: userId, given_up_at: at }),
        )
        .execute();
    },

    /** The person takes this name again, and names given up until `until` are no longer reserved. */
    async release(canonical: string, userId: string, until: number): Promise<void> {
      await db
        .deleteFrom('former_usernames')
        .where('user_id', '=', userId)
        .where((row) => row.or([row('username_canonical', '=', canonical), row('given_up_at', '<=', until)]))
        .execute();
    },
  };
}
