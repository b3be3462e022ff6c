import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { databases, freshDatabase } from '../../testing/databases.ts';

const challenge = (name: string) => ({ challenge_hash: name, expires_at: 1 });

describe.each(databases)('reading on %s', (dialect) => {
  test('sees what was committed a moment ago', async () => {
    const { db, reading } = await freshDatabase(dialect);
    for (const name of ['a', 'b', 'c']) {
      await db.insertInto('used_challenges').values(challenge(name)).execute();
      const found = await reading
        .selectFrom('used_challenges')
        .selectAll()
        .where('challenge_hash', '=', name)
        .execute();
      expect(found).toEqual([challenge(name)]);
    }
  });

  test('sees nothing of an open transaction, and cannot be used inside one', async () => {
    const { transaction, reading } = await freshDatabase(dialect);
    await transaction(async (trx) => {
      await trx.insertInto('used_challenges').values(challenge('a')).execute();
      await expect(reading.selectFrom('used_challenges').selectAll().execute()).rejects.toThrow(
        'inside a transaction',
      );
    });
    expect(await reading.selectFrom('used_challenges').selectAll().execute()).toEqual([challenge('a')]);
  });

  test('a wrong query is reported, and the next one is answered', async () => {
    const { reading } = await freshDatabase(dialect);
    await expect(sql`select nothing_like_this`.execute(reading)).rejects.toThrow('nothing_like_this');
    expect((await sql<{ one: number }>`select 1 as one`.execute(reading)).rows).toEqual([{ one: 1 }]);
  });
});

test('the embedded database’s reader cannot write', async () => {
  const { db, reading } = await freshDatabase('sqlite');
  await db.insertInto('used_challenges').values(challenge('a')).execute();
  await expect(reading.deleteFrom('used_challenges').execute()).rejects.toThrow();
  expect(await db.selectFrom('used_challenges').selectAll().execute()).toEqual([challenge('a')]);
});

const long = sql<{ n: number }>`
  with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 3000000)
  select count(*) as n from counted`;

test('a long query does not delay other queries of the embedded database', async () => {
  const { db, reading } = await freshDatabase('sqlite');
  let isDone = false;
  const counting = long.execute(reading).then(({ rows }) => {
    isDone = true;
    return rows;
  });
  await sql`select 1`.execute(db);
  expect(isDone).toBe(false);
  expect(await counting).toEqual([{ n: 3_000_000 }]);
});

test('queries that are waiting when the database is closed are rejected', async () => {
  const { db, reading, close } = await freshDatabase('sqlite');
  const rejected = expect(long.execute(reading)).rejects.toThrow('closed');
  await sql`select 1`.execute(db);
  await close();
  await rejected;
});
