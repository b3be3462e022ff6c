import { sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import { rowIdOf } from '../../platform/feed/feeds.ts';
import { removeMessages } from './message-store.ts';

/** Each returns whether it found rows of the feed, which it removed. */
const steps: ((db: Queries, feed: number, limit: number) => Promise<boolean>)[] = [
  async (db, feed, limit) => {
    const messages = await db
      .selectFrom('messages')
      .select('row_id')
      .where('row_id', '>=', rowIdOf(feed, 0))
      .where('row_id', '<', rowIdOf(feed + 1, 0))
      .limit(limit)
      .execute();
    await removeMessages(
      db,
      messages.map(({ row_id }) => row_id),
    );
    return messages.length > 0;
  },
  (db, feed, limit) => removeSome(db, feed, limit, 'message_files', 'message_id'),
  (db, feed, limit) => removeSome(db, feed, limit, 'records', 'record_id'),
  (db, feed, limit) => removeSome(db, feed, limit, 'usage_records', 'usage_id'),
  (db, feed, limit) => removeSome(db, feed, limit, 'conversations', 'conversation_id'),
];

/** Removes some rows of a feed, messages first; false once only the feed itself was left and has been removed. */
export async function removeSomeOf(db: Queries, feed: number, limit: number): Promise<boolean> {
  for (const step of steps) if (await step(db, feed, limit)) return true;
  await db.deleteFrom('feeds').where('feed', '=', feed).execute();
  return false;
}

async function removeSome(
  db: Queries,
  feed: number,
  limit: number,
  table: 'message_files' | 'records' | 'usage_records' | 'conversations',
  id: 'message_id' | 'record_id' | 'usage_id' | 'conversation_id',
): Promise<boolean> {
  const rows = sql.table(table);
  const { numAffectedRows = 0n } = await sql`
    delete from ${rows} where feed = ${feed} and ${sql.ref(id)} in (
      select ${sql.ref(id)} from ${rows} where feed = ${feed} limit ${limit})`.execute(db);
  return numAffectedRows > 0n;
}
