import type { Queries } from '../../platform/database/database.ts';
import type { UserRow } from './store.ts';

const asPerson = [
  'user_id',
  'username',
  'profile_picture_url',
  'cover_picture_url',
  'first_name',
  'last_name',
  'bio',
  'tagline',
  'location',
  'privacy_public_profile',
  'privacy_allow_invites',
  'user_standing',
] as const;
/** What others may see of an account, and what decides it. */
export type PersonRow = Pick<UserRow, (typeof asPerson)[number]>;

const asNamed = [
  'user_id',
  'username',
  'first_name',
  'last_name',
  'email_canonical',
  'email_verified',
] as const;
type NamedRow = Pick<UserRow, (typeof asNamed)[number]>;

/** What people see of each other, on the database or in a transaction. */
export function personStore(db: Queries) {
  return {
    persons(userIds: readonly string[]): Promise<PersonRow[]> {
      return db.selectFrom('users').select(asPerson).where('user_id', 'in', userIds).execute();
    },

    /** The names of these people, and their addresses; `userIds` is not empty. */
    named(userIds: readonly string[]): Promise<NamedRow[]> {
      return db.selectFrom('users').select(asNamed).where('user_id', 'in', userIds).execute();
    },
  };
}
export type PersonStore = ReturnType<typeof personStore>;
