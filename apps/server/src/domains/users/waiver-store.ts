import type { Queries } from '../../platform/database/database.ts';
import type { UserRow } from './store.ts';

/** With the time at which the current waiver was accepted. */
export type UserWithWaiver = UserRow & { accepted_at: number | null };

/** What people accepted, on the database or in a transaction. */
export function waiverStore(db: Queries) {
  // Built once: used with nearly every page.
  const userWithWaiver = db
    .selectFrom('users')
    .leftJoin('waivers', (join) =>
      join.onRef('waivers.user_id', '=', 'users.user_id').on('waivers.version', '=', ''),
    )
    .selectAll('users')
    .select('waivers.accepted_at')
    .where('users.user_id', '=', '')
    .compile();

  return {
    /** An account, and whether its owner accepted this version. */
    async account(userId: string, waiver: string): Promise<UserWithWaiver | undefined> {
      const { rows } = await db.executeQuery({
        ...userWithWaiver,
        parameters: [waiver, userId],
      } as typeof userWithWaiver);
      return rows[0];
    },

    /** The waiver that the person accepted last, in any version. */
    last(userId: string): Promise<{ version: string; accepted_at: number } | undefined> {
      return db
        .selectFrom('waivers')
        .select(['version', 'accepted_at'])
        .where('user_id', '=', userId)
        .orderBy('accepted_at', 'desc')
        .orderBy('version', 'desc')
        .limit(1)
        .executeTakeFirst();
    },

    async accept(userId: string, version: string, at: number): Promise<void> {
      await db
        .insertInto('waivers')
        .values({ user_id: userId, version, accepted_at: at })
        .onConflict((conflict) => conflict.columns(['user_id', 'version']).doNothing())
        .execute();
    },
  };
}
