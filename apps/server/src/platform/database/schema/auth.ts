import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../migrations/migration.ts';

/** Sign-ins, links in mails, keys and challenges. */
export async function createAuth({ schema }: Kysely<unknown>, { text, instant, flag, whole }: ColumnTypes) {
  await schema
    .createTable('sign_ins')
    .addColumn('sign_in_id', text, (column) => column.primaryKey())
    .addColumn('user_id', text, (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('last_used_at', instant, (column) => column.notNull())
    .addColumn('expires_at', instant, (column) => column.notNull())
    .addColumn('ended_at', instant)
    .addColumn('ended_because', text)
    .addColumn('device', text, (column) => column.notNull())
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('generation', whole, (column) => column.notNull())
    .addColumn('refresh_hash', text, (column) => column.notNull().unique())
    .addColumn('parent_hash', text)
    .addColumn('successor', text)
    .addColumn('is_successor_used', flag, (column) => column.notNull())
    .execute();
  await schema.createIndex('sign_ins_user_id').on('sign_ins').column('user_id').execute();
  await schema.createIndex('sign_ins_parent_hash').on('sign_ins').column('parent_hash').execute();
  await schema.createIndex('sign_ins_expires_at').on('sign_ins').column('expires_at').execute();

  await schema
    .createTable('deleted_sign_ins')
    .addColumn('sign_in_hash', text, (column) => column.primaryKey())
    .addColumn('deleted_at', instant, (column) => column.notNull())
    .execute();
  await schema
    .createIndex('deleted_sign_ins_deleted_at')
    .on('deleted_sign_ins')
    .column('deleted_at')
    .execute();

  await schema
    .createTable('live_tickets')
    .addColumn('ticket_hash', text, (column) => column.primaryKey())
    .addColumn('user_id', text, (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('sign_in_id', text, (column) => column.notNull())
    .addColumn('expires_at', instant, (column) => column.notNull())
    .execute();
  // Deleting an account finds its tickets through this index.
  await schema.createIndex('live_tickets_user_id').on('live_tickets').column('user_id').execute();

  await schema
    .createTable('mail_tokens')
    .addColumn('token_hash', text, (column) => column.primaryKey())
    .addColumn('user_id', text, (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('purpose', text, (column) => column.notNull())
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('expires_at', instant, (column) => column.notNull())
    .addColumn('used_at', instant)
    .execute();
  await schema.createIndex('mail_tokens_user_id').on('mail_tokens').column('user_id').execute();
  await schema.createIndex('mail_tokens_expires_at').on('mail_tokens').column('expires_at').execute();

  await schema
    .createTable('signing_keys')
    .addColumn('kid', text, (column) => column.primaryKey())
    .addColumn('private_jwk', text, (column) => column.notNull())
    .addColumn('public_jwk', text, (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('retired_at', instant)
    .execute();

  await schema
    .createTable('secrets')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('secret', text, (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .execute();

  await schema
    .createTable('used_challenges')
    .addColumn('challenge_hash', text, (column) => column.primaryKey())
    .addColumn('expires_at', instant, (column) => column.notNull())
    .execute();
  await schema.createIndex('used_challenges_expires_at').on('used_challenges').column('expires_at').execute();
}
