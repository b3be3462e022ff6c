import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { databases, freshDatabase } from '../../testing/databases.ts';
import { feedStore, mostFeeds, rowIdOf, rowsPerFeed } from './feeds.ts';

test('every row of the last feed has an id that is an exact number', () => {
  expect(rowIdOf(mostFeeds - 1, rowsPerFeed)).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER + 1);
  expect(rowIdOf(mostFeeds - 1, 1) - rowIdOf(mostFeeds - 1, 0)).toBe(1);
});

describe.each(databases)('feeds on %s', (dialect) => {
  test('are refused with a sentence once their rows would have no exact ids', async () => {
    const { db } = await freshDatabase(dialect);
    const feeds = feedStore(db);
    await db
      .insertInto('feeds')
      .values({ kind: 'space', owner_id: 'before', feed: mostFeeds - 2 })
      .execute();
    if (dialect === 'postgres') {
      await sql`select setval(pg_get_serial_sequence('feeds', 'feed'), ${mostFeeds - 2})`.execute(db);
    }
    await feeds.create('space', 'last');
    expect((await feeds.of('last'))?.feed).toBe(mostFeeds - 1);
    await expect(feeds.create('space', 'more')).rejects.toMatchObject({ refusal: 'no-room' });
    await feeds.create('space', 'last');
  });
});
