import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databases, freshPlace, type Place } from '../../testing/databases.ts';
import { asEverydayRole } from '../../testing/everyday-role.ts';
import { eventually } from '../../testing/server.ts';
import { type Database, indexFile, openDatabase } from '../database/database.ts';
import { rowIdOf } from '../feed/feeds.ts';
import type { IndexEntry } from './index-entry.ts';
import type { IndexSource } from './index-source.ts';
import { messageSearch } from './message-search.ts';
import { searchQueue } from './search-queue.ts';
import { soughtFor } from './sought.ts';

const feed = 7;
const at = Date.UTC(2026, 3, 5);

/** Messages whose text is their number, and that cannot be read where it is divisible by 13. */
const source: IndexSource = {
  table: 'space_messages',
  async entries(on, rowIds) {
    if (rowIds.some((id) => id % 13 === 0)) throw new Error('unreadable');
    const rows = await on.selectFrom('space_messages').selectAll().where('row_id', 'in', rowIds).execute();
    return rows.map(
      ({ row_id, created_at, body }): IndexEntry => ({ row_id, created_at, text: body, labels: [] }),
    );
  },
};

async function open(place: Place, history = 'one') {
  const database = await openDatabase(place);
  const said: string[] = [];
  const search = messageSearch({
    database,
    dataDir: place.dataDir,
    history: async () => history,
    sources: [source],
    warn: (sentence) => said.push(sentence),
  });
  let isOpen = true;
  async function close() {
    if (!isOpen) return;
    isOpen = false;
    await search.stop();
    await database.close();
  }
  onTestFinished(close);
  const find = async (text: string) => {
    const sought = soughtFor({ text, filters: {} }, null);
    if (!sought) return [];
    const feedSearch = {
      feed,
      table: 'space_messages' as const,
      visible: sql`m.deleted_at is null`,
      cursor: undefined,
      limit: 20,
    };
    const { found } = await search.inFeed(sought, feedSearch, async (places) => {
      const ids = places.map(({ row_id }) => row_id);
      const rows = await database.db
        .selectFrom('space_messages')
        .selectAll()
        .where('row_id', 'in', ids)
        .execute();
      const byId = new Map(rows.map((row) => [row.row_id, row]));
      return places.flatMap((place) => {
        const row = byId.get(place.row_id);
        return row ? [{ place, text: row.body, message: row.message_id }] : [];
      });
    });
    return found.map(({ message }) => message);
  };
  return { database, search, find, said, close };
}

async function post(
  { db }: Database,
  number: number,
  body = `message number${number}`,
  created_at = at + number,
) {
  const row_id = rowIdOf(feed, number);
  await db
    .insertInto('space_messages')
    .values({
      row_id,
      feed,
      message_id: `${number}`,
      seq: number,
      kind: 'post',
      by_id: null,
      created_at,
      body,
      mentions: '[]',
      is_off_record: false,
      files: '[]',
      bytes: 0,
    })
    .execute();
  return { row_id, created_at };
}

describe.each(databases)('the index of messages on %s', (dialect) => {
  test('reads what was stored before it, says so meanwhile, and goes on where it was stopped [MSEARCH-08]', async () => {
    const place = await freshPlace(dialect);
    const first = await open(place);
    for (let number = 1; number <= 250; number += 1) await post(first.database, number);
    await first.search.begin();
    expect(await first.find('number249 nothing')).toEqual([]);
    await first.close();
    const next = await open(place);
    await next.search.begin();
    await eventually(async () => expect(await next.find('number250')).toEqual(['250']));
    await eventually(() => expect(next.search.isIndexing()).toBe(false));
    expect(await next.find('number1')).toHaveLength(20);
    const newest = (await next.find('message')).map(Number);
    expect(newest).toEqual([...newest].sort((one, other) => other - one));
    expect(newest[0]).toBeGreaterThan(247);
  });

  test('finds words by their beginning, of whatever length and script [MSEARCH-10]', async () => {
    const place = await freshPlace(dialect);
    const { database, search, find } = await open(place);
    // The second cannot be read.
    const bodies = ['a', 'a', 'ab', 'absolute', 'abacus', 'about', 'b', '東京都', 'ภาษาไทย'];
    for (const [at, body] of bodies.entries()) await post(database, at + 1, body);
    await search.begin();
    await search.settle();
    const found = async (text: string) => (await find(text)).map((id) => bodies[Number(id) - 1]);
    expect(await found('ab')).toEqual(['about', 'abacus', 'absolute', 'ab']);
    expect(await found('aba')).toEqual(['abacus']);
    expect(await found('abso')).toEqual(['absolute']);
    expect(await found('ac')).toEqual([]);
    expect(await found('京')).toEqual(['東京都']);
    expect(await found('都')).toEqual(['東京都']);
    expect(await found('ษา')).toEqual(['ภาษาไทย']);
  });

  test('leaves out a message that it cannot read, and goes on', async () => {
    const { database, search, find, said } = await open(await freshPlace(dialect));
    const bad = 13 - (rowIdOf(feed, 0) % 13);
    for (let number = 1; number <= bad + 3; number += 1) await post(database, number);
    await search.begin();
    await eventually(async () => expect(await find(`number${bad + 3}`)).toEqual([`${bad + 3}`]));
    expect(await find(`number${bad}`)).toEqual([]);
    expect(said.join()).toContain('could not be indexed');
  });

  test('finds the present text of a message that changes while it is read', async () => {
    const { database, search, find } = await open(await freshPlace(dialect));
    const row = await post(database, 1, 'before');
    await searchQueue(database.db).add([row]);
    await eventually(async () => expect(await find('before')).toEqual(['1']));
    await database.transaction(async (trx) => {
      await trx.updateTable('space_messages').set({ body: 'after' }).execute();
      await searchQueue(trx).add([row]);
    });
    expect(await find('before')).toEqual([]);
    await eventually(async () => expect(await find('after')).toEqual(['1']));
    // What was stored before the index is read as well, and may bring the new text first.
    await eventually(async () =>
      expect(await database.db.selectFrom('unindexed').selectAll().execute()).toEqual([]),
    );
    await database.db.deleteFrom('space_messages').execute();
    await searchQueue(database.db).add([row]);
    await search.settle();
    expect(await find('after')).toEqual([]);
  });

  test('forgets the words of what was removed', async () => {
    const place = await freshPlace(dialect);
    const { database, search, find, close } = await open(place);
    const row = await post(database, 1, 'unforgettable');
    await post(database, 3, 'remembered');
    await search.begin();
    await eventually(async () => expect(await find('unforg')).toEqual(['1']));
    await database.db.deleteFrom('space_messages').where('row_id', '=', row.row_id).execute();
    await searchQueue(database.db).add([row]);
    await search.settle();
    await search.tidy();
    expect(await find('remem')).toEqual(['3']);
    await close();
    if (dialect === 'sqlite') {
      const { readFile } = await import('node:fs/promises');
      expect((await readFile(join(place.dataDir, indexFile))).includes('unforgettable')).toBe(false);
    }
  });
});

test('an index that was deleted, damaged, of another form or of a restored database is made again, and the log says so [MSEARCH-09]', async () => {
  const place = await freshPlace('sqlite');
  const path = join(place.dataDir, indexFile);
  async function mustFind(history?: string) {
    const { search, find, said, close } = await open(place, history);
    await search.begin();
    await eventually(async () => expect(await find('findable')).toEqual(['1']));
    await close();
    return said.join();
  }
  const { database, close } = await open(place);
  await post(database, 1, 'findable');
  await close();
  expect(await mustFind()).toBe('');
  expect(await mustFind()).toBe('');
  for (const end of ['', '-wal', '-shm']) await rm(path + end, { force: true });
  expect(await mustFind()).toContain('made again');
  for (const end of ['', '-wal', '-shm']) await rm(path + end, { force: true });
  await writeFile(path, 'no database');
  expect(await mustFind()).toContain('made again');
  expect(await mustFind('another')).toContain('made again');
  expect(await mustFind('another')).toBe('');
  for (const change of ['update state set format = 1', 'alter table state drop column format']) {
    const file = new DatabaseSync(path);
    file.exec(change);
    file.close();
    expect(await mustFind('another')).toContain('made again');
  }
});

test('an index that was killed in the middle of a slice goes on; an older one than the database is made again [MSEARCH-09]', async () => {
  const place = await freshPlace('sqlite');
  const first = await open(place);
  for (let number = 1; number <= 9; number += 1) await post(first.database, number);
  await first.search.begin();
  await eventually(async () => expect(await first.find('number9')).toEqual(['9']));
  const row = await post(first.database, 10);
  await searchQueue(first.database.db).add([row]);
  await first.search.settle();
  // The index was written, and the server killed before the database knew of it.
  await searchQueue(first.database.db).add([row]);
  const { db } = first.database;
  await db.updateTable('search_progress').set({ generation: sql`generation - 1` }).execute();
  await first.close();
  const killed = await open(place);
  await killed.search.begin();
  await killed.search.settle();
  expect(await killed.find('number10')).toEqual(['10']);
  expect(await killed.find('number9')).toEqual(['9']);
  expect(killed.said).toEqual([]);
  await killed.close();

  const file = new DatabaseSync(join(place.dataDir, indexFile));
  file.exec('update state set generation = generation - 1');
  file.close();
  const restored = await open(place);
  await restored.search.begin();
  await eventually(async () => expect(await restored.find('number10')).toEqual(['10']));
  expect(restored.said.join()).toContain('made again');
});

test('on PostgreSQL, an index of an earlier form makes way for the present one [MSEARCH-09]', async () => {
  const place = await freshPlace('postgres');
  const before = await open(place);
  await post(before.database, 1, 'findable');
  await sql`drop table if exists search_texts`.execute(before.database.db);
  await sql`create table search_words (row_id bigint primary key, words tsvector not null)`.execute(
    before.database.db,
  );
  await before.close();
  const { search, find, said, database } = await open(place);
  await search.begin();
  await eventually(async () => expect(await find('findable')).toEqual(['1']));
  expect(said.join()).toBe('');
  const { rows } = await sql<{ old: string | null }>`select to_regclass('search_words') as old`.execute(
    database.db,
  );
  expect(rows).toEqual([{ old: null }]);
});

test.skipIf(!databases.includes('postgres'))(
  'on PostgreSQL, everything is found with a role that may not change tables, once a server began with one that may',
  async () => {
    const place = await freshPlace('postgres');
    const owner = await open(place);
    const everydayPlace = await asEverydayRole(place, owner.database);
    const early = await open(everydayPlace);
    const row = await post(early.database, 1, 'findable');
    await early.search.settle();
    await early.search.settle();
    expect(early.said).toEqual([expect.stringContaining('Start the server once with the role that owns')]);

    await owner.search.begin();
    const role = new URL(everydayPlace.url ?? '').username;
    await sql`grant all on search_texts to ${sql.id(role)}`.execute(owner.database.db);
    await sql`revoke truncate on search_texts from ${sql.id(role)}`.execute(owner.database.db);
    await early.search.settle();
    expect(await early.find('findable')).toEqual(['1']);
    // Someone emptied it: it is made again.
    await sql`delete from search_texts`.execute(owner.database.db);
    await searchQueue(early.database.db).add([row]);
    const later = await open(everydayPlace);
    await later.search.settle();
    await eventually(async () => expect(await later.find('findable')).toEqual(['1']));
  },
);
