import { test as anyTest, expect, onTestFinished, vi } from 'vitest';
import { databases, freshPlace } from '../../testing/databases.ts';
import { blackHole, faultProxy, noFaults } from '../../testing/tcp-fault-proxy.ts';
import { openPostgres } from './postgres.ts';

const test = anyTest.skipIf(!databases.includes('postgres'));

test('a connection that dies silently fails one query, and is not given to the next [FAULT-2]', async () => {
  const { url = '' } = await freshPlace('postgres');
  const between = await faultProxy(url);
  onTestFinished(between.stop);
  const { host } = new URL(between.url);
  const pool = openPostgres(Object.assign(new URL(url), { host }).href, vi.fn(), 200);
  onTestFinished(() => pool.end());
  const ask = async () => {
    const client = await pool.connect();
    try {
      return (await client.query('select 1 as one')).rows;
    } finally {
      client.release();
    }
  };
  expect(await ask()).toEqual([{ one: 1 }]);
  between.setFaults(blackHole);
  await expect(ask()).rejects.toThrow('Query read timeout');
  between.setFaults(noFaults);
  expect(await ask()).toEqual([{ one: 1 }]);
});

test('PostgreSQL ends late queries and abandoned transactions, without parameters that a pooler refuses', async () => {
  const { url = '' } = await freshPlace('postgres');
  const pool = openPostgres(url, vi.fn());
  onTestFinished(() => pool.end());
  const { rows } = await pool.query(
    "select name, setting, source from pg_settings where name like '%statement_timeout' or name like 'idle_in%' order by name",
  );
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '15000', source: 'session' },
    { name: 'statement_timeout', setting: '5000', source: 'session' },
  ]);
});
