import { indexWords } from '@polylogue/sync/search';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Queries } from '../database/database.ts';
import { inPieces } from '../process/in-pieces.ts';
import { monthOf, monthStart } from './doc-id.ts';
import { feedWord, type IndexEntry, labelWord, postgresQuery, type RowPlace } from './index-entry.ts';
import type { CandidateQuery, MessageIndex } from './message-index.ts';

/** The newest messages of a feed are looked through one by one: what is common is among them. */
const lookedThrough = 1_000;
/** Months of the first question to the index itself. */
const firstMonths = 12;

/** Has no place in the migrations: it is made of what they keep, and again where it is missing. */
async function createIndexTable(db: Queries): Promise<void> {
  await sql`create table if not exists search_words (
    row_id bigint primary key, feed bigint not null, created_at bigint not null, words tsvector not null)`.execute(
    db,
  );
  await sql`create index if not exists search_words_newest on search_words (feed, created_at, row_id)`.execute(
    db,
  );
  // New rows wait in a list that each query reads through: a short one (in kB) costs a query little, and writing half as much.
  await sql`create index if not exists search_words_words on search_words using gin (words)
    with (fastupdate = on, gin_pending_list_limit = 512)`.execute(db);
}

/** Rows of the index that are written by one statement, column by column. */
const noRows = () => ({
  row_id: [] as number[],
  feed: [] as number[],
  created_at: [] as number[],
  words: [] as string[],
  /** Of their words (UTF-16 code units). */
  length: 0,
});

/** Of the words of one statement; a statement for each row would take four times as long. */
const mostAtOnce = 1_000_000;

async function write(trx: Queries, { row_id, feed, created_at, words }: ReturnType<typeof noRows>) {
  await sql`insert into search_words (row_id, feed, created_at, words)
    select row_id, feed, created_at, array_to_tsvector(string_to_array(words, ' '))
    from unnest(${row_id}::bigint[], ${feed}::bigint[], ${created_at}::bigint[], ${words}::text[])
      as entry (row_id, feed, created_at, words)
    on conflict (row_id) do update set words = excluded.words`.execute(trx);
}

/** The index in a table of PostgreSQL. */
export function postgresIndex({ db }: Pick<Database, 'db'>): MessageIndex {
  async function add(trx: Queries, entries: readonly IndexEntry[]) {
    const pause = inPieces();
    let rows = noRows();
    for (const entry of entries) {
      const { row_id, created_at } = entry;
      const feed = Math.floor(row_id / 2 ** 32);
      const words = [feedWord(feed), feedWord(feed, monthOf(created_at)), ...entry.labels.map(labelWord)];
      const work = indexWords(entry.text);
      let step = work.next();
      while (!step.done) {
        await pause();
        step = work.next();
      }
      // No word contains a space.
      const text = fitting([...words, ...step.value]).join(' ');
      rows.row_id.push(row_id);
      rows.feed.push(feed);
      rows.created_at.push(created_at);
      rows.words.push(text);
      rows.length += text.length;
      if (rows.length > mostAtOnce) {
        await write(trx, rows);
        rows = noRows();
      }
      await pause();
    }
    if (rows.length > 0) await write(trx, rows);
  }

  return {
    isInDatabase: true,
    async generation() {
      const { rows } = await sql<{ is_there: boolean }>`
        select to_regclass('search_words') is not null as is_there`.execute(db);
      if (!rows[0]?.is_there) return null;
      const stored = await sql<{ generation: number }>`
        select generation from search_progress where exists (select 1 from search_words)`.execute(db);
      return stored.rows[0]?.generation ?? 0;
    },
    async reset() {
      await createIndexTable(db);
      await sql`truncate search_words`.execute(db);
    },
    async apply({ put, remove }, trx) {
      const gone = remove.map(({ row_id }) => row_id);
      await sql`delete from search_words where row_id = any(${gone}::bigint[])`.execute(trx);
      await add(trx, put);
    },
    candidates: (query) => candidates(db, query),
    async tidy() {},
    async close() {},
  };
}

async function candidates(db: Queries, query: CandidateQuery): Promise<RowPlace[]> {
  const { feed, after, before, cursor, limit } = query;
  const until = Math.min(before - 1, cursor?.created_at ?? Number.MAX_SAFE_INTEGER);
  const range = sql`w.feed = ${feed} and w.created_at >= ${after} and w.created_at <= ${until}`;
  const newest = await sql<RowPlace & { is_match: boolean }>`
    select row_id, created_at, words @@ ${tsquery(query)} as is_match from search_words w
    where ${range} order by w.created_at desc, w.row_id desc limit ${lookedThrough}`.execute(db);
  const among = newest.rows.filter(({ is_match }) => is_match).map(({ row_id }) => row_id);
  const found = await visible(db, query, sql`select unnest(${among}::bigint[]) as row_id`, 0);
  const last = newest.rows.at(-1);
  if (!last || newest.rows.length < lookedThrough || found.length >= limit) return found;

  const month = monthOf(last.created_at);
  const first = Math.max(monthOf(after), month - firstMonths + 1);
  const months = Array.from({ length: month - first + 1 }, (_, ago) => feedWord(feed, month - ago));
  const older = { ...query, cursor: last, limit: limit - found.length };
  const recent = await visible(db, older, matching(query, months), monthStart(first));
  if (found.length + recent.length >= limit || first === monthOf(after)) return [...found, ...recent];
  const rest = { ...older, before: monthStart(first), limit: older.limit - recent.length };
  return [...found, ...recent, ...(await visible(db, rest, matching(query, [feedWord(feed)]), 0))];
}

/** Rows of some buckets; a beginning of a word beside whole words is looked up in the rows, not in the index. */
function matching(query: CandidateQuery, buckets: readonly string[]): RawBuilder<unknown> {
  const { words, prefixes } = query;
  const inIndex = words.length > 0 ? { words, prefixes: [] } : { words, prefixes };
  const bucket = buckets.map((one) => `'${one}'`).join(' | ');
  const asked = [`(${bucket})`, postgresQuery(inIndex)].filter(Boolean).join(' & ');
  const rest = words.length > 0 && prefixes.length > 0;
  const rows = sql`select row_id, words from search_words where words @@ ${asked}::tsquery`;
  return rest
    ? sql`select row_id from (${rows} offset 0) as found where words @@ ${tsquery(query)}`
    : sql`select row_id from (${rows}) as found`;
}

// A query for nothing but a time has no words.
const tsquery = (query: CandidateQuery) =>
  sql`${postgresQuery(query) || `'${feedWord(query.feed)}'`}::tsquery`;

/** Those of these rows that the person may find, by time. */
async function visible(
  db: Queries,
  { table, after, before, cursor, limit, visible: condition }: CandidateQuery,
  rows: RawBuilder<unknown>,
  from: number,
): Promise<RowPlace[]> {
  const found = await sql<RowPlace>`
    with hits as materialized (${rows})
    select m.row_id, m.created_at from hits join ${sql.table(table)} m on m.row_id = hits.row_id
    where m.created_at >= ${Math.max(after, from)} and m.created_at < ${before}
      ${cursor ? sql`and (m.created_at, m.row_id) < (${cursor.created_at}, ${cursor.row_id})` : sql``}
      and ${condition}
    order by m.created_at desc, m.row_id desc limit ${limit}`.execute(db);
  return found.rows;
}

/** A list of words may have a megabyte, less what each of them takes beside itself (bytes). */
const mostBytes = 700_000;
const besideWord = 8;

/** As many words of a message as a row takes. */
function fitting(words: readonly string[]): readonly string[] {
  let bytes = 0;
  const end = words.findIndex((word) => {
    bytes += Buffer.byteLength(word) + besideWord;
    return bytes > mostBytes;
  });
  return end < 0 ? words : words.slice(0, end);
}
