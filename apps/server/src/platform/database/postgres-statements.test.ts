import { sql } from 'kysely';
import type pg from 'pg';
import { test as anyTest, expect, onTestFinished, vi } from 'vitest';
import { databases, freshDatabase, freshPlace } from '../../testing/databases.ts';
import { asPooler, proxiedPostgres } from '../../testing/postgres-proxy.ts';
import { openPostgres } from './postgres.ts';
import { statementNames } from './postgres-statements.ts';

const test = anyTest.skipIf(!databases.includes('postgres'));

async function connection(address?: string): Promise<pg.PoolClient> {
  const { url = '' } = address ? { url: address } : await freshPlace('postgres');
  const pool = openPostgres(url, vi.fn());
  const client = await pool.connect();
  onTestFinished(() => {
    client.release();
    return pool.end();
  });
  return client;
}

const prepared = async (client: pg.PoolClient) =>
  (await client.query('select statement from pg_prepared_statements')).rows.map(({ statement }) => statement);

test('a repeated statement is parsed once', async () => {
  const client = await connection();
  for (const value of [1, 2, 3]) {
    expect((await client.query('select $1::int as value', [value])).rows).toEqual([{ value }]);
  }
  expect(await prepared(client)).toEqual(['select $1::int as value']);
});

test('behind a pooler nothing is prepared: the next query may meet another server process', async () => {
  const client = await connection(await proxiedPostgres(asPooler));
  for (const value of [1, 2, 3]) await client.query('select $1::int as value', [value]);
  expect(await prepared(client)).toEqual([]);
});

test('a column added by another version breaks no query outside a transaction', async () => {
  const client = await connection();
  await client.query('create table things (id int)');
  await client.query('insert into things values (1)');
  const ask = async () => (await client.query('select * from things where id = $1', [1])).rows;
  expect(await ask()).toEqual([{ id: 1 }]);
  await client.query('alter table things add column is_new boolean default true');
  expect(await ask()).toEqual([{ id: 1, is_new: true }]);
  expect(await ask()).toEqual([{ id: 1, is_new: true }]);
});

test('a transaction that meets such a column is refused, and succeeds when it is repeated', async () => {
  const database = await freshDatabase('postgres');
  const { db } = database;
  const all = (on = db) =>
    on.selectFrom('used_challenges').selectAll().where('challenge_hash', '=', 'a').execute();
  const inTransaction = () => database.transaction((trx) => all(trx));
  // On every connection of the pool.
  await Promise.all(Array.from({ length: 10 }, inTransaction));
  await sql`alter table used_challenges add column is_new boolean default true`.execute(db);
  const answers = await Promise.allSettled(Array.from({ length: 10 }, inTransaction));
  for (const answer of answers) {
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ refusal: 'busy', status: 503 });
  }
  await Promise.all(Array.from({ length: 10 }, inTransaction));
});

test('no more statements are prepared than memory allows, and none with a long list', () => {
  const nameOf = statementNames();
  expect(nameOf('select 1', 0)).toBeUndefined();
  expect(nameOf('a long list', 41)).toBeUndefined();
  const names = Array.from({ length: 500 }, (_, at) => nameOf(`statement ${at}`, 1));
  expect(new Set(names.slice(0, 400)).size).toBe(400);
  expect(names.slice(400)).toEqual(Array.from({ length: 100 }));
  expect(nameOf('statement 7', 1)).toBe(names[7]);
});
