import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Database, Queries } from '../platform/database/database.ts';
import { feedStore, rowIdOf } from '../platform/feed/feeds.ts';
import { mailsTo } from '../platform/mail/send-mail.ts';

/** Tables without personal data; the migration that creates each one says why. */
const ofNobody = new Set([
  'migrations',
  'signing_keys',
  'secrets',
  'used_challenges',
  'retired_names',
  'deleted_sign_ins',
  'shared_counts',
  'failed_attempts',
  'unindexed',
  'search_progress',
]);
/** Written only when an account is deleted. */
const ofLeaving = 'departures';

interface Column {
  name: string;
  isText: boolean;
  isFlag: boolean;
  isLarge: boolean;
  /** Whether it refers to an account. */
  isOfPerson: boolean;
}

/** A word that occurs nowhere else. */
export const newCanary = () => `zwitscher${Math.random().toString(36).slice(2)}`;

/**
 * Writes the canary into every text column of every row a person could have, working from the schema alone: for each
 * column that refers to a person, one row with that person there and the other person in the remaining ones.
 */
export async function fillWithCanaries(
  database: Pick<Database, 'db' | 'dialect'>,
  userId: string,
  otherId: string,
  canary: string,
) {
  const any = database.db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  const tables = await columnsOf(database);
  await any
    .updateTable('users')
    .set({
      ...Object.fromEntries(
        (tables.get('users') ?? [])
          .filter(({ name, isText }) => isText && !untouched.has(name))
          .map(({ name }) => [name, `${canary}-${name}`]),
      ),
      previous_usernames: JSON.stringify([canary]),
      email: `${canary}@example.com`,
      email_canonical: `${canary}@example.com`,
      username: canary,
      username_canonical: canary,
    })
    .where('user_id', '=', userId)
    .execute();

  const feeds = new Map<string, number>();
  for (const owner_id of [userId, otherId]) {
    await feedStore(database.db).create('account', owner_id);
    feeds.set(owner_id, (await feedStore(database.db).of(owner_id))?.feed ?? 0);
  }

  // One moment: a message and its row in the index have the same.
  const at = Date.now();
  for (const [table, columns] of tables) {
    if (table === 'feeds') continue;
    if (table === 'users' || table === ofLeaving || ofNobody.has(table)) continue;
    const ofPersons = columns.filter(({ isOfPerson }) => isOfPerson);
    const rows = ofPersons.length === 0 ? [undefined] : ofPersons;
    for (const [index, theirs] of rows.entries()) {
      const row = Object.fromEntries(
        columns.map(({ name, isText, isFlag, isLarge, isOfPerson }) => {
          if (isOfPerson) return [name, name === theirs?.name ? userId : otherId];
          if (name === 'feed') return [name, feeds.get(userId)];
          if (name === 'row_id') return [name, rowIdOf(feeds.get(userId) ?? 0, 1)];
          if (name in words) return [name, words[name]];
          if (isText)
            return [name, `${ofOther(table, theirs, name) ? '' : canary}-${table}-${name}-${index}`];
          return [name, isFlag ? false : isLarge ? at : 1];
        }),
      );
      if (table === 'jobs') row.about = mailsTo(`${canary}@example.com`);
      // Existing rows stay, and belong to them as well.
      await any
        .insertInto(table)
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }
}

/** Columns limited to a few words, which decide how the row is treated. */
const words: Record<string, string> = { kept_by: 'us', mentions: '[]', files: '[]' };

/** What people write in a space belongs to everyone in it: it stays when its author leaves. */
const shared = new Set(['spaces', 'space_messages', 'space_sessions', 'space_turns']);

/** Reported material belongs to the reported person, and stays for the operator; the reporter's own words do not. */
const ofOther = (table: string, theirs: Column | undefined, column: string) =>
  shared.has(table) || (table === 'reports' && theirs?.name === 'reporter_id' && column !== 'details');

/** Account columns that say how to sign in rather than what the person wrote. */
const untouched = new Set(['user_id', 'auth_provider', 'hashed_password', 'user_standing']);

/** Every table with its columns. On both databases, references to accounts are recognised by their foreign key. */
async function columnsOf(database: Pick<Database, 'db' | 'dialect'>): Promise<Map<string, Column[]>> {
  const { db } = database;
  const tables = await db.introspection.getTables();
  const found = new Map<string, Column[]>();
  for (const { name: table, columns } of tables) {
    const persons = await referringToPeople(database, table);
    found.set(
      table,
      columns.map(({ name, dataType }) => ({
        name,
        isText: /^text$/i.test(dataType),
        isFlag: /^bool/i.test(dataType),
        isLarge: /^(bigint|int8)$/i.test(dataType),
        isOfPerson: persons.has(name),
      })),
    );
  }
  return found;
}

async function referringToPeople(
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  table: string,
): Promise<Set<string>> {
  const query =
    dialect === 'postgres'
      ? sql<{ from: string }>`
        select a.attname as "from" from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
        where c.contype = 'f' and c.confrelid = 'users'::regclass and c.conrelid = ${table}::regclass`
      : sql<{ from: string }>`select "from" from pragma_foreign_key_list(${table}) where "table" = 'users'`;
  return new Set((await query.execute(db)).rows.map((row) => row.from));
}

/** The tables that contain any of these words, each with the first row that does. */
export async function foundInTables(db: Queries, words: readonly string[]): Promise<Record<string, string>> {
  const any = db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  const found: Record<string, string> = {};
  for (const { name } of await db.introspection.getTables()) {
    const rows = await any.selectFrom(name).selectAll().execute();
    const row = rows
      .map((one) => JSON.stringify(one))
      .find((text) => words.some((word) => text.includes(word)));
    if (row) found[name] = row;
  }
  return found;
}

/** The files under `folder` that contain any of these words, in their bytes or their names. */
export async function foundOnDisk(folder: string, words: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const text = path + (await readFile(path, 'latin1').catch(() => ''));
    if (words.some((word) => text.includes(word))) found.push(path.slice(folder.length + 1));
  }
  return found;
}
