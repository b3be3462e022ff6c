import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../migrations/migration.ts';

/** Accounts, what people accepted, and the names by which they are found or that are reserved. */
export async function createUsers({ schema }: Kysely<unknown>, { text, instant, flag }: ColumnTypes) {
  await schema
    .createTable('users')
    .addColumn('user_id', text, (column) => column.primaryKey())
    .addColumn('auth_provider', text, (column) => column.notNull())
    .addColumn('auth_provider_id', text)
    .addColumn('username', text, (column) => column.notNull())
    .addColumn('username_canonical', text, (column) => column.notNull().unique())
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('email_canonical', text, (column) => column.notNull().unique())
    .addColumn('email_verified', flag, (column) => column.notNull())
    .addColumn('hashed_password', text, (column) => column.notNull())
    .addColumn('first_name', text)
    .addColumn('last_name', text)
    .addColumn('full_name_folded', text)
    .addColumn('bio', text)
    .addColumn('tagline', text)
    .addColumn('location', text)
    .addColumn('birth_date', text)
    .addColumn('phone_number', text)
    .addColumn('phone_number_verified', flag, (column) => column.notNull())
    .addColumn('profile_picture_url', text)
    .addColumn('cover_picture_url', text)
    .addColumn('previous_usernames', text, (column) => column.notNull())
    .addColumn('privacy_public_profile', flag, (column) => column.notNull())
    .addColumn('privacy_allow_search', flag, (column) => column.notNull())
    .addColumn('privacy_allow_invites', flag, (column) => column.notNull())
    .addColumn('user_standing', text, (column) => column.notNull())
    .addColumn('standing_updated_at', instant)
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('updated_at', instant, (column) => column.notNull())
    .execute();
  await schema
    .createIndex('users_full_name_folded')
    .on('users')
    .columns(['full_name_folded', 'user_id'])
    .execute();

  await schema
    .createTable('waivers')
    .addColumn('user_id', text, (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('version', text, (column) => column.notNull())
    .addColumn('accepted_at', instant, (column) => column.notNull())
    .addPrimaryKeyConstraint('waivers_pkey', ['user_id', 'version'])
    .execute();

  await schema
    .createTable('invites')
    .addColumn('code_hash', text, (column) => column.primaryKey())
    .addColumn('email', text)
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('expires_at', instant, (column) => column.notNull())
    .addColumn('used_by', text, (column) => column.references('users.user_id').onDelete('set null'))
    .addColumn('used_at', instant)
    .execute();

  await schema
    .createTable('findable_people')
    .addColumn('user_id', text, (column) =>
      column.primaryKey().references('users.user_id').onDelete('cascade'),
    )
    .addColumn('username', text, (column) => column.notNull())
    .addColumn('first_name', text)
    .addColumn('last_name', text)
    .addColumn('full_name', text)
    .execute();
  const people = (name: string) => schema.createIndex(`findable_people_${name}`).on('findable_people');
  await people('username').column('username').execute();
  // In the order of the results: the first twenty rows read are the answer, even out of a hundred thousand.
  await people('first_name').columns(['first_name', 'username']).execute();
  await people('last_name').columns(['last_name', 'username']).execute();
  await people('full_name').columns(['full_name', 'username']).execute();

  await schema
    .createTable('former_usernames')
    .addColumn('username_canonical', text, (column) => column.notNull().primaryKey())
    .addColumn('user_id', text, (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('given_up_at', instant, (column) => column.notNull())
    .execute();
  await schema.createIndex('former_usernames_user_id').on('former_usernames').column('user_id').execute();

  await schema
    .createTable('departures')
    .addColumn('user_id', text, (column) =>
      column.primaryKey().references('users.user_id').onDelete('cascade'),
    )
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('left_at', instant, (column) => column.notNull())
    .execute();

  await schema
    .createTable('retired_names')
    .addColumn('name_hash', text, (column) => column.primaryKey())
    .addColumn('free_at', instant, (column) => column.notNull())
    .execute();
  await schema.createIndex('retired_names_free_at').on('retired_names').column('free_at').execute();
}
