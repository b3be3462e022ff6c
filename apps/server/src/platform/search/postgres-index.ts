import { type IndexQuery, indexWords } from '@polylogue/sync/search';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Queries } from '../database/database.ts';
import { QueryError } from '../database/faults.ts';
import { plannedEachTime } from '../database/postgres-statements.ts';
import { rowsPerFeed } from '../feed/feeds.ts';
import { inPieces } from '../process/in-pieces.ts';
import { feedWord, type IndexEntry, labelWord, postgresQuery, type RowPlace } from './index-entry.ts';
import type { CandidateQuery, MessageIndex } from './message-index.ts';

/** The newest messages of a feed are looked through one by one: what is common is among them. */
const lookedThrough = 1_000;
/** How often so many more are, as long as that is likely to find enough. */
const mostLooks = 4;

/** Words as the index has them; as they are stored, they take two thirds of what these take. */
const indexed = (words: RawBuilder<unknown>) => sql`array_to_tsvector(string_to_array(${words}, ' '))`;

async function isThere(db: Queries): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`
    select to_regclass('search_texts') is not null as is_there`.execute(db);
  return rows[0]?.is_there === true;
}

/** Has no place in the migrations: it is made of what they keep, and again where it is missing. */
async function createTable(db: Queries): Promise<void> {
  // Of an earlier form.
  await sql`drop table if exists search_words`.execute(db);
  await sql`create table if not exists search_texts (
    feed bigint not null, created_at bigint not null, row_id bigint not null, words text not null,
    primary key (feed, created_at, row_id))`.execute(db);
  // New rows wait in a list that each query reads through: a short one (in kB) costs a query little, and writing half as much.
  await sql`create index if not exists search_texts_words on search_texts using gin ((${indexed(sql`words`)}))
    with (fastupdate = on, gin_pending_list_limit = 512)`.execute(db);
}

const notAllowed =
  'The table search_texts is missing, and this role may not create it. Start the server once with the role that owns the tables, then give this role its rights again';

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
  await sql`insert into search_texts (feed, created_at, row_id, words)
    select * from unnest(${feed}::bigint[], ${created_at}::bigint[], ${row_id}::bigint[], ${words}::text[])
    on conflict (feed, created_at, row_id) do update set words = excluded.words`.execute(trx);
}

const feedOf = (row_id: number): number => Math.floor(row_id / rowsPerFeed);

/** The index in a table of PostgreSQL. */
export function postgresIndex({ db, transaction }: Pick<Database, 'db' | 'transaction'>): MessageIndex {
  async function prepare() {
    // Looked for first: the everyday role of a server may not create tables, not even those that exist.
    if (await isThere(db)) return;
    await transaction(createTable).catch((error) => {
      throw error instanceof QueryError && error.code === '42501' ? new Error(notAllowed) : error;
    });
  }

  async function add(trx: Queries, entries: readonly IndexEntry[]) {
    const pause = inPieces();
    let rows = noRows();
    for (const entry of entries) {
      const { row_id, created_at } = entry;
      const feed = feedOf(row_id);
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
    prepare,
    async generation() {
      if (!(await isThere(db))) return null;
      const stored = await sql<{ generation: number }>`
        select generation from search_progress where exists (select 1 from search_texts)`.execute(db);
      return stored.rows[0]?.generation ?? 0;
    },
    async reset() {
      await prepare();
      // Truncating takes another right. It is empty, unless another node was first.
      await sql`delete from search_texts`.execute(db);
    },
    async apply({ put, remove }, trx) {
      const feed = remove.map((place) => feedOf(place.row_id));
      const created_at = remove.map((place) => place.created_at);
      const row_id = remove.map((place) => place.row_id);
      await sql`delete from search_texts where (feed, created_at, row_id) in (
        select * from unnest(${feed}::bigint[], ${created_at}::bigint[], ${row_id}::bigint[]))`.execute(trx);
      await add(trx, put);
    },
    candidates: (query) => candidates(db, query),
    feedsWith: (query) => feedsWith(db, query),
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

/** Rows of the index that are read to say in which feeds words are. */
const mostNamed = 2_000;

async function feedsWith(db: Queries, query: IndexQuery): Promise<ReadonlySet<number> | null> {
  const asked = postgresQuery(query);
  if (asked === '') return null;
  const { rows } = await sql<{ feed: number }>`${plannedEachTime} select feed from search_texts
    where ${indexed(sql`words`)} @@ ${asked}::tsquery limit ${mostNamed}`.execute(db);
  return rows.length === mostNamed ? null : new Set(rows.map(({ feed }) => Number(feed)));
}

/** Those among the newest; `last`: where the next ones begin. */
async function amongNewest(db: Queries, query: CandidateQuery) {
  const newest = (columns: RawBuilder<unknown>) => sql`select ${columns} from search_texts w
    where ${within(query)} order by w.created_at desc, w.row_id desc`;
  const looked = sql`(${newest(sql`row_id, created_at, words`)} limit ${lookedThrough})`;
  const rows = await visible(db, query, looked, said(sql`hits.words`, query));
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
      select row_id, created_at ${isRest ? sql`, words` : sql``} from search_texts w
      where ${indexed(sql`words`)} @@ ${asked}::tsquery and ${within(query)})
    select row_id, created_at from hits ${isRest ? sql`where ${said(sql`words`, query)} true` : sql``}
    order by created_at desc, row_id desc`;
}

/** That words of the index are all that is asked for; empty where only a time is. */
function said(words: RawBuilder<unknown>, { words: whole, prefixes }: CandidateQuery): RawBuilder<unknown> {
  const asked = [...whole.map((word) => ` ${word} `), ...prefixes.map((prefix) => ` ${prefix}`)];
  return asked.reduce((all, text) => sql`${all} strpos(' ' || ${words} || ' ', ${text}) > 0 and`, sql``);
}

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
