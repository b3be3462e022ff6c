import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Long texts of messages in parts: SQLite would write them anew as a whole whenever something is appended. */
export const messageTexts: Migration = {
  name: '0023-message-texts',
  async up(trx, { text, flag, whole }) {
    await trx.schema
      .createTable('message_texts')
      .addColumn('row_id', 'bigint', (column) => column.notNull())
      .addColumn('is_reasoning', flag, (column) => column.notNull())
      .addColumn('part', whole, (column) => column.notNull())
      .addColumn('text', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('message_texts_key', ['row_id', 'is_reasoning', 'part'])
      .execute();
    for (const [column, isReasoning] of [
      ['body', sql.lit(false)],
      ['reasoning', sql.lit(true)],
    ] as const) {
      const long = sql`${sql.ref(`${column}_length`)} > 65536`;
      await sql`insert into message_texts (row_id, is_reasoning, part, text)
        select row_id, ${isReasoning}, 0, ${sql.ref(column)} from messages where ${long}`.execute(trx);
      await sql`update messages set ${sql.ref(column)} = '' where ${long}`.execute(trx);
    }
  },
};
