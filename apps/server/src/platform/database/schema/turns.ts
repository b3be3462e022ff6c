import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../migrations/migration.ts';

/** Questions to the AI of a space, and what members’ browsers answered. */
export async function createTurns(
  { schema }: Kysely<unknown>,
  { text, instant, bytes, flag, whole }: ColumnTypes,
) {
  await schema
    .createTable('space_turns')
    .addColumn('turn_id', text, (column) => column.notNull())
    .addColumn('feed', 'bigint', (column) => column.notNull())
    .addColumn('space_id', text, (column) => column.notNull())
    .addColumn('question_id', text, (column) => column.notNull())
    .addColumn('reads_until', 'bigint', (column) => column.notNull())
    .addColumn('wants', text)
    .addColumn('asked_by', text, (column) => column.references('users.user_id').onDelete('set null'))
    .addColumn('asked_on', text)
    .addColumn('asked_at', instant, (column) => column.notNull())
    .addColumn('is_open', flag, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('epoch', whole, (column) => column.notNull())
    .addColumn('holder_id', text, (column) => column.references('users.user_id').onDelete('set null'))
    .addColumn('connection', text)
    .addColumn('lease_until', instant)
    .addColumn('base', whole, (column) => column.notNull())
    .addColumn('text', text, (column) => column.notNull())
    .addColumn('word_at', instant)
    .addColumn('running_since', instant)
    .addColumn('ran', bytes, (column) => column.notNull())
    .addColumn('segments', text, (column) => column.notNull())
    .addColumn('excluded', text, (column) => column.notNull())
    .addColumn('ended_at', instant)
    .addColumn('because', text)
    .addPrimaryKeyConstraint('space_turns_key', ['feed', 'turn_id'])
    .execute();
  await schema.createIndex('space_turns_open').on('space_turns').columns(['is_open', 'space_id']).execute();
  for (const column of ['asked_by', 'holder_id']) {
    await schema.createIndex(`space_turns_${column}`).on('space_turns').column(column).execute();
  }
  await schema.createIndex('space_turns_asked_at').on('space_turns').columns(['feed', 'asked_at']).execute();
}
