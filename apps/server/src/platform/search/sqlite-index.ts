import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { databaseFile, indexFile, type Queries } from '../database/database.ts';
import { readerOf } from '../database/reader.ts';
import { rowsPerFeed } from '../feed/feeds.ts';
import { taskThread } from '../process/task-thread.ts';
import { docRange, feedBits, monthOf, monthStart, mostRows } from './doc-id.ts';
import { anyMessage, beginningWord, hasBeginning, isLabel, type RowPlace } from './index-entry.ts';
import type { IndexTask } from './index-thread.ts';
import type { CandidateQuery, MessageIndex } from './message-index.ts';

/** The index beside the embedded database: a thread writes it, and another one reads it together with the messages. */
export function sqliteIndex(dataDir: string, history: () => Promise<string>): MessageIndex {
  const path = join(dataDir, indexFile);
  const writer = taskThread<IndexTask, number | null>(
    new URL('./index-thread.ts', import.meta.url),
    path,
    'The thread that writes the index',
  );
  let reader: ReturnType<typeof readerOf> | undefined;

  async function reset() {
    await reader?.close();
    reader = undefined;
    await writer.run({ do: 'reset', history: await history() });
  }

  function reading(): Queries {
    reader ??= readerOf(path, join(dataDir, databaseFile));
    return reader.db;
  }

  return {
    isInDatabase: false,
    generation: async () => writer.run({ do: 'begin', history: await history() }),
    reset,
    apply: async (slice) => void (await writer.run({ do: 'apply', slice })),
    async candidates(query) {
      const asked = await matchFor(reading(), query);
      return newestFirst(query, (range, order) => found(reading(), query, asked, range, order));
    },
    // To ask each feed costs less than a millisecond.
    feedsWith: async () => null,
    tidy: async () => void (await writer.run({ do: 'tidy' })),
    async close() {
      await Promise.all([writer.close(), reader?.close()]);
    },
  };
}

type Range = [first: bigint, last: bigint];

/**
 * Ids are in the order of months, and within a month in that in which messages reached the feed: so the month in which
 * the first page of ids ends is read again by time.
 */
async function newestFirst(
  { feed, after, before, cursor, limit }: CandidateQuery,
  read: (range: Range, order: RawBuilder<unknown>) => Promise<RowPlace[]>,
): Promise<RowPlace[]> {
  const newest = monthOf(Math.min(before - 1, cursor?.created_at ?? Number.MAX_SAFE_INTEGER));
  const oldest = monthOf(after);
  if (oldest > newest) return [];
  const byId = await read(docRange(feed, oldest, newest), sql`w.rowid desc`);
  if (byId.length < limit) return sorted(byId);
  const last = monthOf(byId.at(-1)?.created_at ?? 0);
  const whole = sorted(byId.filter(({ created_at }) => created_at >= monthStart(last + 1)));
  const rest = await read(docRange(feed, last), sql`m.created_at desc, m.row_id desc`);
  return [...whole, ...rest].slice(0, limit);
}

const sorted = (rows: RowPlace[]) =>
  rows.sort((one, other) => other.created_at - one.created_at || other.row_id - one.row_id);

/** How many words one beginning may stand for; of more, its first two letters are looked up. */
const mostWords = 200;

/** A question in the language of the index. */
async function matchFor(db: Queries, { words, prefixes }: CandidateQuery): Promise<string> {
  const parts = words.map(quotedWord);
  for (const prefix of prefixes) {
    // One character begins pairs, which are words.
    if ([...prefix].length === 1) parts.push(`${quotedWord(prefix)} *`);
    else parts.push(`(${(await wordsFor(db, prefix)).map(quotedWord).join(' OR ')})`);
  }
  return parts.length === 0 ? quotedWord(anyMessage) : parts.join(' AND ');
}

// No word contains a quotation mark.
const quotedWord = (word: string) => `"${word}"`;

/** The words that a beginning of two letters or more stands for. */
async function wordsFor(db: Queries, prefix: string): Promise<string[]> {
  if (!hasBeginning(prefix)) return [prefix, beginningWord(prefix)];
  const words = await wordsFrom(db, prefix);
  if (words.length === 0) return [prefix];
  return words.length > mostWords && !isLabel(prefix) ? [beginningWord(prefix)] : words;
}

/** The words that begin with these letters. */
async function wordsFrom(db: Queries, prefix: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`select word from vocabulary
    where word >= ${prefix} and word < ${`${prefix}\u{10ffff}`} limit ${mostWords + 1}`.execute(db);
  return rows.map(({ word }) => word);
}

/** The row of a message from its id in the index. */
const rowId = sql`((w.rowid >> ${feedBits}) * ${rowsPerFeed} + (w.rowid & ${mostRows - 1}))`;

async function found(
  db: Queries,
  { table, visible, after, before, cursor, limit }: CandidateQuery,
  asked: string,
  [first, last]: Range,
  order: RawBuilder<unknown>,
): Promise<RowPlace[]> {
  const { rows } = await sql<RowPlace>`
    select m.row_id, m.created_at from message_words w
    cross join ${sql.table(table)} m on m.row_id = ${rowId}
    where message_words match ${asked} and w.rowid between ${first} and ${last}
      and m.created_at >= ${after} and m.created_at < ${before}
      ${cursor ? sql`and (m.created_at, m.row_id) < (${cursor.created_at}, ${cursor.row_id})` : sql``}
      and ${visible}
    order by ${order} limit ${limit}`.execute(db);
  return rows;
}
