import { describe, expect, onTestFinished, test } from 'vitest';
import { databases, freshPlace } from '../../../testing/databases.ts';
import { userRow } from '../../../testing/user-row.ts';
import { openDatabase } from '../database.ts';
import { migrate } from '../migrate.ts';
import { migrations } from './all.ts';

describe.each(databases)('on %s', (dialect) => {
  test('people who wanted to be found, and could not verify an address, can be found afterwards', async () => {
    const database = await openDatabase(await freshPlace(dialect, { bare: true }));
    onTestFinished(() => database.close());
    const { db } = database;
    const before = migrations.findIndex(({ name }) => name === '0010-unverified-people');
    await migrate(database, migrations.slice(0, before));
    const somebody = (user_id: string) => ({
      ...userRow(user_id),
      first_name: 'Zoë',
      last_name: 'Ångström',
      privacy_public_profile: true,
      privacy_allow_search: true,
    });
    const crowd = Array.from({ length: 1_100 }, (_, at) => somebody(`u${at}`));
    for (let from = 0; from < crowd.length; from += 100) {
      await db
        .insertInto('users')
        .values(crowd.slice(from, from + 100))
        .execute();
    }
    await db
      .insertInto('users')
      .values([
        { ...somebody('quiet'), privacy_public_profile: false },
        { ...somebody('hidden'), privacy_allow_search: false },
        { ...somebody('banned'), user_standing: 'suspended' },
        { ...somebody('proved'), email_verified: true },
      ])
      .execute();
    const proved = {
      user_id: 'proved',
      username: 'reserved',
      first_name: null,
      last_name: null,
      full_name: null,
    };
    await db.insertInto('findable_people').values(proved).execute();

    await migrate(database);
    const found = await db.selectFrom('findable_people').selectAll().orderBy('user_id').execute();
    expect(found).toHaveLength(1_102);
    expect(found.filter(({ user_id }) => ['proved', 'quiet', 'u7'].includes(user_id))).toEqual([
      proved,
      { user_id: 'quiet', username: 'quiet', first_name: null, last_name: null, full_name: null },
      {
        user_id: 'u7',
        username: 'u7',
        first_name: 'zoe',
        last_name: 'angstrom',
        full_name: 'zoe angstrom',
      },
    ]);
  });
});
