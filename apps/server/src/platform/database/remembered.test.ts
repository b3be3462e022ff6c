import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { databases, freshPlace, type Place } from '../../testing/databases.ts';
import { eventually } from '../../testing/server.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { channel } from './migrations/0003-told-changes.ts';
import { remembered } from './remembered.ts';

async function node(place: Place, log?: (message: string, error: unknown) => void) {
  const database = await openDatabase({ ...place, ...(log && { log }) });
  onTestFinished(() => database.close());
  return { database, ...people(database) };
}

/** Two nodes on one database, both of which remember taglines. */
async function two(dialect: (typeof databases)[number]) {
  const place = await freshPlace(dialect);
  const here = await node(place);
  await migrate(here.database);
  const there = await node(place);
  for (const name of ['ada', 'ben']) await here.add(name);
  return { place, here, there };
}

function people(database: Database) {
  const taglines = database.remember<{ tagline: string | null }>('users', 1_000);
  const load = vi.fn(async (id: string) =>
    database.db.selectFrom('users').select('tagline').where('user_id', '=', id).executeTakeFirst(),
  );
  const read = async (id: string) => (await taglines.read(id, () => load(id)))?.tagline;
  return {
    load,
    read,
    add: (id: string) =>
      database.db
        .insertInto('users')
        .values({
          user_id: id,
          auth_provider: 'password',
          username: id,
          username_canonical: id,
          email: id,
          email_canonical: id,
          email_verified: true,
          hashed_password: '',
          phone_number_verified: false,
          previous_usernames: '[]',
          privacy_public_profile: true,
          privacy_allow_search: true,
          privacy_allow_invites: true,
          user_standing: 'good',
          created_at: 1,
          updated_at: 1,
        })
        .execute(),
    write: (id: string, tagline: string, on = database.db) =>
      on.updateTable('users').set({ tagline }).where('user_id', '=', id).execute(),
    /** Asks until an answer is remembered. */
    warm: (id: string) =>
      eventually(async () => {
        await read(id);
        load.mockClear();
        await read(id);
        expect(load).not.toHaveBeenCalled();
      }),
  };
}

describe.each(databases)('what is remembered of rows on %s', (dialect) => {
  test('is asked for once', async () => {
    const { here } = await two(dialect);
    await here.warm('ada');
    for (let time = 0; time < 5; time++) expect(await here.read('ada')).toBeNull();
    expect(here.load).not.toHaveBeenCalled();
  });

  test('is never older than what was written here, in a transaction or alone', async () => {
    const { here } = await two(dialect);
    await here.warm('ada');
    for (let time = 0; time < 50; time++) {
      await here.write('ada', `${time}`);
      expect(await here.read('ada')).toBe(`${time}`);
      await here.database.transaction((trx) => here.write('ada', `${time}, together`, trx));
      expect(await here.read('ada')).toBe(`${time}, together`);
    }
  });

  test('stays when a transaction takes its change back', async () => {
    const { here } = await two(dialect);
    await here.write('ada', 'before');
    await here.warm('ada');
    const undone = here.database.transaction(async (trx) => {
      await here.write('ada', 'after', trx);
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(await here.read('ada')).toBe('before');
  });

  test('is forgotten in a moment when another node, or a person by hand, changes it', async () => {
    const { here, there } = await two(dialect);
    await here.warm('ada');
    await there.write('ada', 'of another node');
    await eventually(async () => expect(await here.read('ada')).toBe('of another node'));
    await here.warm('ada');
    await sql`update users set tagline = 'by hand' where username = 'ada'`.execute(there.database.db);
    await eventually(async () => expect(await here.read('ada')).toBe('by hand'));
    await here.warm('ada');
    await sql`delete from users where user_id = 'ada'`.execute(there.database.db);
    await eventually(async () => expect(await here.read('ada')).toBeUndefined());
  });

  test('is not what was read while it changed', async () => {
    const { here, there } = await two(dialect);
    await here.warm('ada');
    await here.write('ada', 'old');
    const taglines = here.database.remember<string>('users', 10);
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = taglines.read('ada', async () => {
      await promise;
      return 'old';
    });
    await there.write('ada', 'new');
    await eventually(async () => expect(await here.read('ada')).toBe('new'));
    resolve();
    expect(await slow).toBe('old');
    await eventually(async () => expect(await taglines.read('ada', async () => 'new')).toBe('new'));
  });

  test('two nodes that write and read at random come to the same', async () => {
    const { here, there } = await two(dialect);
    await Promise.all([here.warm('ada'), there.warm('ada')]);
    await Promise.all(
      [here, there].map(async (one, side) => {
        for (let time = 0; time < 40; time++) {
          await one.write(time % 2 ? 'ada' : 'ben', `${side} ${time}`);
          await Promise.all([one.read('ada'), one.read('ben')]);
        }
      }),
    );
    const rows = await here.database.db.selectFrom('users').select(['user_id', 'tagline']).execute();
    for (const { user_id, tagline } of rows) {
      for (const one of [here, there]) {
        await eventually(async () => expect(await one.read(user_id)).toBe(tagline));
      }
    }
  });

  test('of somebody who was not there is asked again', async () => {
    const { here } = await two(dialect);
    expect(await here.read('cleo')).toBeUndefined();
    await here.add('cleo');
    expect(await here.read('cleo')).toBeNull();
  });
});

test('who fails to be read is not remembered, and does not keep others from it', async () => {
  const names = remembered<string>({ era: () => 1, hear: () => {} }, 'users', 2);
  await expect(names.read('ada', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await names.read('ada', async () => 'Ada')).toBe('Ada');
  expect(await names.read('ada', () => Promise.reject(new Error('not asked')))).toBe('Ada');
  for (const name of ['ben', 'cleo']) await names.read(name, async () => name);
  expect(await names.read('ada', async () => 'asked again, since two have come')).toContain('again');
});

describe.skipIf(!databases.includes('postgres'))('on PostgreSQL', () => {
  test('only what changed is forgotten, and everything when much has', async () => {
    const { here } = await two('postgres');
    for (let number = 0; number < 120; number++) await here.add(`person ${number}`);
    for (const name of ['ada', 'ben', 'person 5']) await here.warm(name);
    await here.write('ada', 'new');
    await here.read('ben');
    expect(here.load).not.toHaveBeenCalled();
    await sql`update users set tagline = 'all' where user_id like 'person%'`.execute(here.database.db);
    expect(await here.read('person 5')).toBe('all');
    here.load.mockClear();
    await here.read('ben');
    expect(here.load).toHaveBeenCalledOnce();
  });

  test('a person’s waivers and standing are told with what is theirs', async () => {
    const { here, there, place } = await two('postgres');
    const told: string[] = [];
    const client = new pg.Client(place.url);
    onTestFinished(() => client.end());
    await client.connect();
    client.on('notification', ({ payload = '' }) => told.push(payload));
    await client.query(`listen ${channel}`);
    const { db } = there.database;
    const signIn = { user_id: 'ada', created_at: 1, last_used_at: 1, expires_at: 2, device: '', address: '' };
    for (const id of ['living', 'ended']) {
      const row = { ...signIn, sign_in_id: id, refresh_hash: id, generation: 0, is_successor_used: false };
      await db
        .insertInto('sign_ins')
        .values({ ...row, ended_at: id === 'ended' ? 1 : null })
        .execute();
    }
    const after = async (change: Promise<unknown>) => {
      told.length = 0;
      await change;
      await client.query('select 1');
      return told.toSorted();
    };
    const ofAda = ['sign_ins living', 'users ada'];
    const waiver = { user_id: 'ada', version: '1', accepted_at: 1 };
    expect(await after(db.insertInto('waivers').values(waiver).execute())).toEqual(ofAda);
    expect(await after(db.updateTable('waivers').set({ accepted_at: 2 }).execute())).toEqual(ofAda);
    expect(await after(db.deleteFrom('waivers').execute())).toEqual(ofAda);
    expect(await after(here.write('ada', 'x'))).toEqual(ofAda);
    const next = db.updateTable('sign_ins').set({ generation: 1 }).where('sign_in_id', '=', 'living');
    expect(await after(next.execute())).toEqual(['sign_ins living']);
    expect(await after(db.deleteFrom('users').where('user_id', '=', 'ada').execute())).toEqual([
      'sign_ins ended',
      'sign_ins living',
      'users ada',
    ]);
  });

  test('nothing is remembered from when the ear was lost, nor until it hears again', async () => {
    const log = vi.fn();
    const { place, there } = await two('postgres');
    const here = await node(place, log);
    await here.warm('ada');
    const ears = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query in ('select 1', ${`listen ${channel}`}) and pid <> pg_backend_pid()`;
    await ears.execute(there.database.db);
    await there.write('ada', 'meanwhile');
    await eventually(async () => expect(await here.read('ada')).toBe('meanwhile'));
    await here.warm('ada');
    await there.write('ada', 'heard again');
    await eventually(async () => expect(await here.read('ada')).toBe('heard again'));
    expect(log).toHaveBeenCalled();
  });
});
