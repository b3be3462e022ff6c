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
    await sql`insert into message_texts (row_id, is_reasoning, part, text)
      select row_id, false, 0, body from messages where body_length > 65536
      union all
      select row_id, true, 0, reasoning from messages where reasoning_length > 65536`.execute(trx);
    await sql`update messages set body = '' where body_length > 65536`.execute(trx);
    await sql`update messages set reasoning = '' where reasoning_length > 65536`.execute(trx);
  },
};
