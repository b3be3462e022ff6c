import { indexWords } from '@polylogue/sync/search';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Queries } from '../database/database.ts';
import { plannedEachTime } from '../database/postgres-statements.ts';
import { inPieces } from '../process/in-pieces.ts';
import { feedWord, type IndexEntry, labelWord, postgresQuery, type RowPlace } from './index-entry.ts';
import type { CandidateQuery, MessageIndex } from './message-index.ts';

/** The newest messages of a feed are looked through one by one: what is common is among them. */
const lookedThrough = 1_000;
/** How often so many more are, as long as that is likely to find enough. */
const mostLooks = 4;

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
      const words = [feedWord(feed), ...entry.labels.map(labelWord)];
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
  const { limit } = query;
  const found: RowPlace[] = [];
  let { cursor } = query;
  for (let left = mostLooks - 1; ; left--) {
    const rest = { ...query, cursor, limit: limit - found.length };
    const { rows, last } = await amongNewest(db, rest);
    found.push(...rows);
    if (found.length === limit || !last) return found;
    cursor = last;
    if (rows.length * left < limit - found.length) break;
  }
  const rest = { ...query, cursor, limit: limit - found.length };
  return [...found, ...(await visible(db, rest, sql`(${matching(rest)})`))];
}

/** Those among the newest; `last`: where the next ones begin. */
async function amongNewest(db: Queries, query: CandidateQuery) {
  const newest = (columns: RawBuilder<unknown>) => sql`select ${columns} from search_words w
    where ${within(query)} order by w.created_at desc, w.row_id desc`;
  const looked = sql`(${newest(sql`row_id, created_at, words`)} limit ${lookedThrough})`;
  const rows = await visible(db, query, looked, sql`hits.words @@ ${tsquery(query)} and`);
  if (rows.length === query.limit) return { rows, last: undefined };
  const place = sql<RowPlace>`${plannedEachTime} ${newest(sql`row_id, created_at`)} limit 1 offset ${lookedThrough - 1}`;
  return { rows, last: (await place.execute(db)).rows[0] };
}

/** Of a row `w` of the index: it is of the feed, and of the time that is asked for. */
const within = ({ feed, after, before, cursor }: CandidateQuery) => sql`w.feed = ${feed}
  and w.created_at >= ${after} and w.created_at < ${before}
  ${cursor ? sql`and (w.created_at, w.row_id) < (${cursor.created_at}, ${cursor.row_id})` : sql``}`;

/** Rows from the index itself, by time; a beginning of a word beside whole words is looked up in the rows instead. */
function matching(query: CandidateQuery): RawBuilder<unknown> {
  const { feed, words, prefixes } = query;
  const inIndex = words.length > 0 ? { words, prefixes: [] } : { words, prefixes };
  const asked = [`'${feedWord(feed)}'`, postgresQuery(inIndex)].filter(Boolean).join(' & ');
  const isRest = words.length > 0 && prefixes.length > 0;
  // They are sorted before it is asked which of them the person may see: that is asked for each, until there are enough.
  return sql`with hits as materialized (
      select row_id, created_at ${isRest ? sql`, words` : sql``} from search_words w
      where words @@ ${asked}::tsquery and ${within(query)})
    select row_id, created_at from hits ${isRest ? sql`where words @@ ${tsquery(query)}` : sql``}
    order by created_at desc, row_id desc`;
}

// A query for nothing but a time has no words.
const tsquery = (query: CandidateQuery) =>
  sql`${postgresQuery(query) || `'${feedWord(query.feed)}'`}::tsquery`;

/** The first of these rows, which are in order, that the person may find. */
async function visible(
  db: Queries,
  { table, limit, visible: condition }: CandidateQuery,
  rows: RawBuilder<unknown>,
  further: RawBuilder<unknown> = sql``,
): Promise<RowPlace[]> {
  const found = await sql<RowPlace>`${plannedEachTime} select m.row_id, m.created_at
    from ${rows} hits join ${sql.table(table)} m on m.row_id = hits.row_id
    where ${further} ${condition}
    order by hits.created_at desc, hits.row_id desc limit ${limit}`.execute(db);
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
