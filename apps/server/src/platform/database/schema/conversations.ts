import type { Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { ColumnTypes } from '../migrations/migration.ts';

/** Feeds, and what accounts store in theirs: conversations, messages and usage records. */
export async function createConversations(
  { schema }: Kysely<unknown>,
  { text, instant, bytes, flag, whole }: ColumnTypes,
  dialect: Dialect,
) {
  const feeds = schema
    .createTable('feeds')
    .addColumn('owner_id', text, (column) => column.notNull().unique());
  const numbered =
    dialect === 'postgres'
      ? feeds.addColumn('feed', 'bigint', (column) => column.generatedByDefaultAsIdentity().primaryKey())
      : feeds.addColumn('feed', 'integer', (column) => column.notNull().primaryKey().autoIncrement());
  await numbered
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('head', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('rows', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('messages', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('bytes', bytes, (column) => column.notNull().defaultTo(0))
    .execute();

  await schema
    .createTable('conversations')
    .addColumn('feed', 'bigint', (column) => column.notNull())
    .addColumn('conversation_id', text, (column) => column.notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('last_message_at', instant, (column) => column.notNull())
    .addColumn('messages', whole, (column) => column.notNull())
    .addColumn('bytes', bytes, (column) => column.notNull())
    .addColumn('fields', text, (column) => column.notNull())
    .addColumn('deleted_at', instant)
    .addColumn('erased_until', instant)
    .addColumn('is_purging', flag, (column) => column.notNull())
    .addColumn('purged_at', instant)
    .addPrimaryKeyConstraint('conversations_key', ['feed', 'conversation_id'])
    .execute();
  await schema.createIndex('conversations_seq').on('conversations').columns(['feed', 'seq']).execute();
  await schema
    .createIndex('conversations_newest')
    .on('conversations')
    .columns(['feed', 'last_message_at', 'conversation_id'])
    .execute();
  for (const column of ['deleted_at', 'is_purging']) {
    await schema.createIndex(`conversations_${column}`).on('conversations').column(column).execute();
  }

  await schema
    .createTable('messages')
    .addColumn('row_id', 'bigint', (column) => column.primaryKey())
    .addColumn('feed', 'bigint', (column) => column.notNull())
    .addColumn('message_id', text, (column) => column.notNull())
    .addColumn('conversation_id', text, (column) => column.notNull())
    .addColumn('parent_id', text)
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('role', text, (column) => column.notNull())
    .addColumn('body', text, (column) => column.notNull())
    .addColumn('reasoning', text, (column) => column.notNull())
    .addColumn('body_length', whole, (column) => column.notNull())
    .addColumn('reasoning_length', whole, (column) => column.notNull())
    .addColumn('bytes', bytes, (column) => column.notNull())
    .addColumn('details', text)
    .addColumn('fields', text, (column) => column.notNull())
    .addColumn('run_id', text)
    .addColumn('ended_at', instant)
    .addUniqueConstraint('messages_id', ['feed', 'message_id'])
    .execute();
  await schema
    .createIndex('messages_changed')
    .on('messages')
    .columns(['feed', 'conversation_id', 'seq', 'row_id'])
    .execute();

  await schema
    .createTable('message_texts')
    .addColumn('row_id', 'bigint', (column) => column.notNull())
    .addColumn('is_reasoning', flag, (column) => column.notNull())
    .addColumn('part', whole, (column) => column.notNull())
    .addColumn('text', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('message_texts_key', ['row_id', 'is_reasoning', 'part'])
    .execute();

  await schema
    .createTable('usage_records')
    .addColumn('feed', 'bigint', (column) => column.notNull())
    .addColumn('usage_id', text, (column) => column.notNull())
    .addColumn('day', whole, (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('conversation_id', text, (column) => column.notNull())
    .addColumn('message_id', text, (column) => column.notNull())
    .addColumn('provider', text, (column) => column.notNull())
    .addColumn('model', text, (column) => column.notNull())
    .addColumn('host', text, (column) => column.notNull())
    .addColumn('input', 'bigint', (column) => column.notNull())
    .addColumn('output', 'bigint', (column) => column.notNull())
    .addColumn('cached', 'bigint', (column) => column.notNull())
    .addColumn('reasoning', 'bigint', (column) => column.notNull())
    .addColumn('usd_micros', 'bigint')
    .addColumn('is_estimate', flag, (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_records_key', ['feed', 'usage_id'])
    .execute();
  await schema.createIndex('usage_records_day').on('usage_records').columns(['feed', 'day']).execute();
}
