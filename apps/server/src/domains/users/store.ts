import type { Standing } from '@polylogue/contract';
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type UserRow = Selectable<Tables['users']>;

/** A new account: omitted fields are empty. */
export type NewUser = Pick<
  Insertable<Tables['users']>,
  | 'user_id'
  | 'username'
  | 'username_canonical'
  | 'email'
  | 'email_canonical'
  | 'hashed_password'
  | 'created_at'
>;

const credentials = [
  'user_id',
  'username',
  'email',
  'email_canonical',
  'email_verified',
  'hashed_password',
  'user_standing',
] as const;
/** The parts of an account needed for signing in and similar. */
export type AccountRow = Pick<UserRow, (typeof credentials)[number]>;

/** The accounts, on the database or in a transaction. */
export function userStore(db: Queries) {
  return {
    async add(user: NewUser): Promise<void> {
      await db
        .insertInto('users')
        .values({
          ...user,
          auth_provider: 'password',
          auth_provider_id: null,
          email_verified: false,
          phone_number_verified: false,
          previous_usernames: '[]',
          privacy_public_profile: false,
          privacy_allow_search: false,
          privacy_allow_invites: false,
          user_standing: 'good',
          updated_at: user.created_at,
        })
        .execute();
    },

    row(userId: string): Promise<UserRow | undefined> {
      return db.selectFrom('users').selectAll().where('user_id', '=', userId).executeTakeFirst();
    },

    account(userId: string): Promise<AccountRow | undefined> {
      return db.selectFrom('users').select(credentials).where('user_id', '=', userId).executeTakeFirst();
    },

    accountBy(
      column: 'username_canonical' | 'email_canonical',
      value: string,
    ): Promise<AccountRow | undefined> {
      return db.selectFrom('users').select(credentials).where(column, '=', value).executeTakeFirst();
    },

    async isTaken(username: string, email: string): Promise<boolean> {
      const found = await db
        .selectFrom('users')
        .select('user_id')
        .where((row) =>
          row.or([row('username_canonical', '=', username), row('email_canonical', '=', email)]),
        )
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Locks the account: other transactions that change it wait until ours has ended. False if it was deleted. */
    async lock(userId: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set((row) => ({ updated_at: row.ref('updated_at') }))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    async change(userId: string, columns: Updateable<Tables['users']>): Promise<void> {
      await db.updateTable('users').set(columns).where('user_id', '=', userId).execute();
    },

    /** False if the password is no longer the one that was checked. */
    async setPassword(userId: string, hashed: string, at: number, instead?: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ hashed_password: hashed, updated_at: at })
        .where('user_id', '=', userId)
        .$if(instead !== undefined, (query) => query.where('hashed_password', '=', instead as string))
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    async setEmail(userId: string, email: string, canonical: string, at: number): Promise<void> {
      await db
        .updateTable('users')
        .set({ email, email_canonical: canonical, email_verified: true, updated_at: at })
        .where('user_id', '=', userId)
        .execute();
    },

    /** False if the person no longer has this address. */
    async markVerified(userId: string, canonical: string, at: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ email_verified: true, updated_at: at })
        .where('user_id', '=', userId)
        .where('email_canonical', '=', canonical)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    /** Setting the same standing again changes nothing. */
    async setStanding(userId: string, standing: Standing, at: number): Promise<void> {
      await db
        .updateTable('users')
        .set({ user_standing: standing, standing_updated_at: at, updated_at: at })
        .where('user_id', '=', userId)
        .where('user_standing', '!=', standing)
        .execute();
    },

    /** Ordered by id, that is, by creation time. */
    page(after: string, limit: number): Promise<UserRow[]> {
      return db
        .selectFrom('users')
        .selectAll()
        .where('user_id', '>', after)
        .orderBy('user_id')
        .limit(limit)
        .execute();
    },
  };
}
