import { describe, expect, onTestFinished, test } from 'vitest';
import { databases, freshPlace } from '../../../testing/databases.ts';
import { userRow } from '../../../testing/user-row.ts';
import { openDatabase } from '../database.ts';
import { migrate } from '../migrate.ts';
import { migrations } from './all.ts';

describe.each(databases)('on %s', (dialect) => {
  test('a person who was blocked earlier keeps the name they have at the upgrade', async () => {
    const database = await openDatabase(await freshPlace(dialect, { bare: true }));
    onTestFinished(() => database.close());
    const { db } = database;
    const before = migrations.findIndex(({ name }) => name === '0008-blocks');
    await migrate(database, migrations.slice(0, before));
    const [ada, ben] = ['ada', 'ben'] as const;
    for (const name of [ada, ben]) {
      await db
        .insertInto('users')
        .values({ ...userRow(name), profile_picture_url: `/images/${name}/public` })
        .execute();
    }
    const block = { blocker_id: ada, blocked_id: ben, blocked_at: 1, was_seen: true };
    await db.insertInto('blocks').values(block).execute();

    await migrate(database);
    expect(await db.selectFrom('blocks').selectAll().execute()).toEqual([
      { ...block, username: ben, profile_picture_url: '/images/ben/public' },
    ]);
  });
});
