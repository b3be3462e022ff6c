import type { Migration } from './migration.ts';

/** Accounts, sign-ins, jobs and uploads. */
export const accounts: Migration = {
  name: '0001-accounts',
  async up({ schema }, { text, instant, bytes, flag, whole }) {
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
      .createTable('sign_ins')
      .addColumn('sign_in_id', text, (column) => column.primaryKey())
      .addColumn('user_id', text, (column) =>
        column.notNull().references('users.user_id').onDelete('cascade'),
      )
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
      .createTable('mail_tokens')
      .addColumn('token_hash', text, (column) => column.primaryKey())
      .addColumn('user_id', text, (column) =>
        column.notNull().references('users.user_id').onDelete('cascade'),
      )
      .addColumn('purpose', text, (column) => column.notNull())
      .addColumn('email', text, (column) => column.notNull())
      .addColumn('created_at', instant, (column) => column.notNull())
      .addColumn('expires_at', instant, (column) => column.notNull())
      .addColumn('used_at', instant)
      .execute();
    await schema.createIndex('mail_tokens_user_id').on('mail_tokens').column('user_id').execute();
    await schema.createIndex('mail_tokens_expires_at').on('mail_tokens').column('expires_at').execute();

    await schema
      .createTable('waivers')
      .addColumn('user_id', text, (column) =>
        column.notNull().references('users.user_id').onDelete('cascade'),
      )
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
      .createTable('signing_keys')
      .addColumn('kid', text, (column) => column.primaryKey())
      .addColumn('private_jwk', text, (column) => column.notNull())
      .addColumn('public_jwk', text, (column) => column.notNull())
      .addColumn('created_at', instant, (column) => column.notNull())
      .addColumn('retired_at', instant)
      .execute();

    await schema
      .createTable('used_challenges')
      .addColumn('challenge_hash', text, (column) => column.primaryKey())
      .addColumn('expires_at', instant, (column) => column.notNull())
      .execute();
    await schema
      .createIndex('used_challenges_expires_at')
      .on('used_challenges')
      .column('expires_at')
      .execute();

    await schema
      .createTable('jobs')
      .addColumn('job_id', text, (column) => column.primaryKey())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('payload', text, (column) => column.notNull())
      .addColumn('due_at', instant, (column) => column.notNull())
      .addColumn('attempts', whole, (column) => column.notNull())
      .addColumn('last_error', text)
      .addColumn('created_at', instant, (column) => column.notNull())
      .addColumn('leased_until', instant)
      .execute();
    await schema.createIndex('jobs_due_at').on('jobs').column('due_at').execute();

    await schema
      .createTable('files')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('owner_id', text, (column) => column.references('users.user_id').onDelete('set null'))
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('size', bytes, (column) => column.notNull())
      .addColumn('media_type', text, (column) => column.notNull())
      .addColumn('created_at', instant, (column) => column.notNull())
      .addColumn('expires_at', instant)
      .execute();
    await schema.createIndex('files_owner_id').on('files').column('owner_id').execute();
    await schema.createIndex('files_expires_at').on('files').column('expires_at').execute();
  },
};
