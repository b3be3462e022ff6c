import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../migrations/migration.ts';

/** Spaces, their members, invitations and sessions. */
export async function createSpaces({ schema }: Kysely<unknown>, { text, instant, flag, whole }: ColumnTypes) {
  await schema
    .createTable('spaces')
    .addColumn('space_id', text, (column) => column.primaryKey())
    .addColumn('feed', 'bigint', (column) => column.notNull().unique())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('name_folded', text, (column) => column.notNull())
    .addColumn('about', text)
    .addColumn('picture_file_id', text)
    .addColumn('ai_mode', text, (column) => column.notNull().defaultTo('mentioned'))
    .addColumn('ai_name', text)
    .addColumn('ai_instructions', text)
    .addColumn('visibility', text, (column) => column.notNull())
    .addColumn('joins_as', text, (column) => column.notNull())
    .addColumn('members_invite', flag, (column) => column.notNull())
    .addColumn('slow_seconds', whole, (column) => column.notNull())
    .addColumn('owner_id', text, (column) => column.references('users.user_id').onDelete('set null'))
    .addColumn('created_by', text, (column) => column.references('users.user_id').onDelete('set null'))
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('archived_at', instant)
    .addColumn('closed_at', instant)
    .addColumn('last_post_at', instant)
    .addColumn('people', whole, (column) => column.notNull())
    .addColumn('speakers', whole, (column) => column.notNull())
    .addColumn('generation', whole, (column) => column.notNull())
    .execute();
  await schema
    .createIndex('spaces_newest')
    .on('spaces')
    .columns(['visibility', 'created_at', 'space_id'])
    .execute();
  for (const column of ['owner_id', 'created_by']) {
    await schema.createIndex(`spaces_${column}`).on('spaces').column(column).execute();
  }
  await schema.createIndex('spaces_name').on('spaces').columns(['visibility', 'name_folded']).execute();

  await schema
    .createTable('space_members')
    .addColumn('space_id', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('role', text, (column) => column.notNull())
    .addColumn('joined_at', instant, (column) => column.notNull())
    .addColumn('left_at', instant)
    .addColumn('is_removed', flag, (column) => column.notNull())
    .addColumn('is_banned', flag, (column) => column.notNull())
    .addColumn('muted_until', instant)
    .addColumn('posted_at', instant)
    .addColumn('read_number', 'bigint', (column) => column.notNull())
    .addColumn('seen_at', instant)
    .addColumn('notify', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('space_members_key', ['space_id', 'user_id'])
    .execute();
  await schema.createIndex('space_members_user').on('space_members').column('user_id').execute();
  await schema.createIndex('space_members_seq').on('space_members').columns(['space_id', 'seq']).execute();

  await schema
    .createTable('space_invitations')
    .addColumn('invitation_id', text, (column) => column.primaryKey())
    .addColumn('space_id', text, (column) => column.notNull())
    .addColumn('code_hash', text, (column) => column.unique())
    .addColumn('to_user', text, (column) => column.references('users.user_id').onDelete('cascade'))
    .addColumn('is_to_stranger', flag, (column) => column.notNull())
    .addColumn('role', text, (column) => column.notNull())
    .addColumn('by_id', text, (column) => column.references('users.user_id').onDelete('cascade'))
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('expires_at', instant, (column) => column.notNull())
    .addColumn('uses_left', whole)
    .addColumn('declined_at', instant)
    .addColumn('ended_at', instant)
    .execute();
  for (const column of ['space_id', 'to_user', 'by_id', 'expires_at']) {
    await schema.createIndex(`space_invitations_${column}`).on('space_invitations').column(column).execute();
  }

  await schema
    .createTable('space_sessions')
    .addColumn('session_id', text, (column) => column.primaryKey())
    .addColumn('space_id', text, (column) => column.notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('title', text)
    .addColumn('starts_at', instant, (column) => column.notNull())
    .addColumn('minutes', whole, (column) => column.notNull())
    .addColumn('by_id', text, (column) => column.references('users.user_id').onDelete('set null'))
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('cancelled_at', instant)
    .execute();
  await schema.createIndex('space_sessions_seq').on('space_sessions').columns(['space_id', 'seq']).execute();
  await schema.createIndex('space_sessions_by_id').on('space_sessions').column('by_id').execute();
}
