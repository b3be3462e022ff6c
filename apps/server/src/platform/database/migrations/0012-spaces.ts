import type { Migration } from './migration.ts';

/** Spaces, their members and posts, and notifications. */
export const spaces: Migration = {
  name: '0012-spaces',
  async up({ schema }, { text, instant, bytes, flag, whole }) {
    await schema
      .createTable('spaces')
      .addColumn('space_id', text, (column) => column.primaryKey())
      .addColumn('feed', 'bigint', (column) => column.notNull().unique())
      .addColumn('seq', 'bigint', (column) => column.notNull())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('name_folded', text, (column) => column.notNull())
      .addColumn('about', text)
      .addColumn('picture_file_id', text)
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
      .addColumn('user_id', text, (column) =>
        column.notNull().references('users.user_id').onDelete('cascade'),
      )
      .addColumn('seq', 'bigint', (column) => column.notNull())
      .addColumn('role', text, (column) => column.notNull())
      .addColumn('joined_at', instant, (column) => column.notNull())
      .addColumn('left_at', instant)
      .addColumn('is_removed', flag, (column) => column.notNull())
      .addColumn('is_banned', flag, (column) => column.notNull())
      .addColumn('muted_until', instant)
      .addColumn('posted_at', instant)
      .addColumn('read_number', 'bigint', (column) => column.notNull())
      .addColumn('notify', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('space_members_key', ['space_id', 'user_id'])
      .execute();
    await schema.createIndex('space_members_user').on('space_members').column('user_id').execute();
    await schema.createIndex('space_members_seq').on('space_members').columns(['space_id', 'seq']).execute();

    await schema
      .createTable('space_messages')
      .addColumn('row_id', 'bigint', (column) => column.primaryKey())
      .addColumn('feed', 'bigint', (column) => column.notNull())
      .addColumn('message_id', text, (column) => column.notNull())
      .addColumn('seq', 'bigint', (column) => column.notNull())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('by_id', text, (column) => column.references('users.user_id').onDelete('set null'))
      .addColumn('created_at', instant, (column) => column.notNull())
      .addColumn('body', text, (column) => column.notNull())
      .addColumn('first_body', text)
      .addColumn('first_edited_at', instant)
      .addColumn('reply_to', text)
      .addColumn('mentions', text, (column) => column.notNull())
      .addColumn('is_off_record', flag, (column) => column.notNull())
      .addColumn('files', text, (column) => column.notNull())
      .addColumn('notice', text)
      .addColumn('bytes', bytes, (column) => column.notNull())
      .addColumn('edited_at', instant)
      .addColumn('deleted_at', instant)
      .addColumn('deleted_by', text, (column) => column.references('users.user_id').onDelete('set null'))
      .addUniqueConstraint('space_messages_id', ['feed', 'message_id'])
      .execute();
    await schema.createIndex('space_messages_seq').on('space_messages').columns(['feed', 'seq']).execute();
    await schema.createIndex('space_messages_by').on('space_messages').columns(['by_id', 'row_id']).execute();
    await schema.createIndex('space_messages_deleted_by').on('space_messages').column('deleted_by').execute();
    await schema.createIndex('space_messages_first').on('space_messages').column('first_edited_at').execute();

    await schema
      .createTable('space_reactions')
      .addColumn('row_id', 'bigint', (column) => column.notNull())
      .addColumn('emoji', text, (column) => column.notNull())
      .addColumn('user_id', text, (column) =>
        column.notNull().references('users.user_id').onDelete('cascade'),
      )
      .addColumn('created_at', instant, (column) => column.notNull())
      .addPrimaryKeyConstraint('space_reactions_key', ['row_id', 'emoji', 'user_id'])
      .execute();
    await schema.createIndex('space_reactions_user').on('space_reactions').column('user_id').execute();

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
      await schema
        .createIndex(`space_invitations_${column}`)
        .on('space_invitations')
        .column(column)
        .execute();
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
    await schema
      .createIndex('space_sessions_seq')
      .on('space_sessions')
      .columns(['space_id', 'seq'])
      .execute();
    await schema.createIndex('space_sessions_by_id').on('space_sessions').column('by_id').execute();

    // How much text each person posts; a table of its own, since no transaction locks an account's and a space's feed.
    await schema
      .createTable('space_texts')
      .addColumn('user_id', text, (column) =>
        column.primaryKey().references('users.user_id').onDelete('cascade'),
      )
      .addColumn('bytes', bytes, (column) => column.notNull())
      .execute();

    await schema
      .createTable('notifications')
      .addColumn('feed', 'bigint', (column) => column.notNull().references('feeds.feed').onDelete('cascade'))
      .addColumn('notification_id', text, (column) => column.notNull())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('created_at', instant, (column) => column.notNull())
      .addColumn('space_id', text, (column) => column.notNull())
      .addColumn('by_id', text, (column) => column.references('users.user_id').onDelete('set null'))
      .addColumn('about_id', text, (column) => column.notNull())
      .addColumn('starts_at', instant)
      .addPrimaryKeyConstraint('notifications_key', ['feed', 'notification_id'])
      .execute();
    await schema
      .createIndex('notifications_newest')
      .on('notifications')
      .columns(['feed', 'created_at'])
      .execute();
    await schema.createIndex('notifications_by_id').on('notifications').column('by_id').execute();
    await schema
      .createTable('notification_reading')
      .addColumn('feed', 'bigint', (column) =>
        column.notNull().primaryKey().references('feeds.feed').onDelete('cascade'),
      )
      .addColumn('seq', 'bigint', (column) => column.notNull())
      .addColumn('fields', text, (column) => column.notNull())
      .execute();
  },
};
