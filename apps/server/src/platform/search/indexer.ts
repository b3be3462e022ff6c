import { setImmediate } from 'node:timers/promises';
import type { Database, Queries } from '../database/database.ts';
import type { IndexEntry, RowPlace } from './index-entry.ts';
import { type IndexSource, rowsAfter } from './index-source.ts';
import type { MessageIndex } from './message-index.ts';
import { type QueuedRow, type SearchProgress, searchProgress, searchQueue } from './search-queue.ts';

export interface IndexerDeps {
  database: Database;
  index: MessageIndex;
  sources: readonly IndexSource[];
  /** Prints a sentence into the log. */
  warn: (message: string) => void;
}

/** How many rows are read at once. */
const rowsAtOnce = 100;
/** How often to look for rows that have changed (milliseconds). */
const pollEvery = 1_000;
/** Milliseconds after a start until the first look, unless someone searches: starting a server comes first. */
const firstLook = 3_000;

interface Slice {
  rows: readonly RowPlace[];
  queued: readonly QueuedRow[];
  progress: SearchProgress;
}

/** Keeps the index in step with the messages, a slice at a time, and makes it again where it is missing. */
export function indexer(deps: IndexerDeps) {
  const { database, index, sources, warn } = deps;
  const { db, reading } = database;
  const entriesOf = entryReader(sources, warn);
  let isStopped = false;
  let isDone = true;
  let ready: Promise<void> | undefined;
  let current: Promise<void> | undefined;
  let polling: { stop(): void } | undefined;
  const trouble = unrepeated(warn);

  /** Compares the index with the database once, and empties it if it is not the index of this database. */
  function begin(): Promise<void> {
    ready ??= compare(deps).then(
      (isEmptied) => {
        if (isEmptied) isDone = false;
      },
      (error) => {
        ready = undefined;
        throw error;
      },
    );
    return ready;
  }

  async function next(on: Queries): Promise<Slice | null> {
    const slice = await nextSlice(on, sources);
    isDone = slice === null || slice.progress.is_done;
    return slice;
  }

  async function apply(on: Queries, rows: readonly RowPlace[], generation: number): Promise<void> {
    const put = await entriesOf(
      on,
      rows.map(({ row_id }) => row_id),
    );
    const kept = new Set(put.map(({ row_id }) => row_id));
    await index.apply({ put, remove: rows.filter(({ row_id }) => !kept.has(row_id)), generation }, on);
  }

  async function finish(on: Queries, { queued, progress }: Slice, generation: number): Promise<void> {
    await searchQueue(on).remove(queued);
    await searchProgress(on).write({ ...progress, generation });
    isDone = progress.is_done;
  }

  /** Whether there was something to do. */
  async function step(): Promise<boolean> {
    const slice = await next(db);
    if (!slice) return false;
    if (slice.rows.length > 0) await begin();
    const generation = slice.progress.generation + (slice.rows.length > 0 ? 1 : 0);
    if (!index.isInDatabase) {
      // Begun: the progress may be another one now.
      const same = slice.rows.length === 0 || (await searchProgress(db).read()).generation + 1 === generation;
      if (!same) return true;
      if (slice.rows.length > 0) await apply(reading, slice.rows, generation);
      await database.transaction((trx) => finish(trx, slice, generation));
      return true;
    }
    await database.transaction(async (trx) => {
      // Other nodes wait, and go on where this one stopped.
      await searchProgress(trx).lock();
      const own = await next(trx);
      if (!own) return;
      if (own.rows.length > 0) await apply(trx, own.rows, own.progress.generation + 1);
      await finish(trx, own, own.progress.generation + 1);
    });
    return true;
  }

  async function run() {
    while (!isStopped && (await step())) await setImmediate();
  }

  function wake(): Promise<void> {
    current ??= run()
      .then(trouble.isOver, (error) => {
        if (!isStopped) trouble.warn(`search: ${(error as Error).message}`);
        // It may be broken: the next time it is looked at first.
        ready = undefined;
      })
      .finally(() => {
        current = undefined;
      });
    return current;
  }

  return {
    async start() {
      await index.prepare?.().catch(() => {});
      isDone = (await searchProgress(db).read()).is_done;
      polling = pollLater(async () => {
        if ((await searchProgress(db).read()).generation > 0) await begin();
      }, wake);
    },
    /** Before a search, which is also a reason to look for rows that have changed. */
    async begin() {
      await begin();
      void wake();
    },
    hasBegun: () => ready !== undefined,
    /** Looks at the index before it is used again. */
    suspect() {
      ready = undefined;
    },
    /** Whether messages from before the index are still missing in it. */
    isIndexing: () => !isDone,
    /** Brings the index up to date; for tests. */
    async settle() {
      await current;
      await wake();
    },
    async stop() {
      isStopped = true;
      polling?.stop();
      await current;
    },
  };
}
export type Indexer = ReturnType<typeof indexer>;

/** Prepares what has to be once a server has started, and then wakes the indexer every second. */
function pollLater(prepare: () => Promise<void>, wake: () => unknown) {
  const control = new AbortController();
  const first = setTimeout(async () => {
    // What fails here fails again with the first step, which says so.
    await prepare().catch(() => {});
    if (control.signal.aborted) return;
    const polling = setInterval(wake, pollEvery).unref();
    control.signal.addEventListener('abort', () => clearInterval(polling));
    wake();
  }, firstLook).unref();
  control.signal.addEventListener('abort', () => clearTimeout(first));
  return { stop: () => control.abort() };
}

/** Says a sentence once while the same thing fails again and again. */
function unrepeated(warn: (message: string) => void) {
  let last: string | undefined;
  return {
    warn(message: string) {
      if (message !== last) warn(message);
      last = message;
    },
    isOver() {
      last = undefined;
    },
  };
}

/** Empties the index if it is not the one of this database. Returns whether it did. */
async function compare({ database: { db }, index, warn }: IndexerDeps): Promise<boolean> {
  const generation = await index.generation();
  const progress = await searchProgress(db).read();
  // A slice may have been written, and the server killed before the database knew of it.
  if (generation === progress.generation || generation === progress.generation + 1) return false;
  if (progress.generation > 0) warn('The search index is missing or not of this database: it is made again.');
  await index.reset();
  await searchProgress(db).write({
    ...progress,
    generation: 0,
    messages_upto: 0,
    space_messages_upto: 0,
    is_done: false,
  });
  return true;
}

/** Rows that changed, or else some of those that the index has not reached yet; null: there are none. */
async function nextSlice(on: Queries, sources: readonly IndexSource[]): Promise<Slice | null> {
  const progress = await searchProgress(on).read();
  const queued = await searchQueue(on).some(rowsAtOnce);
  if (queued.length > 0) return { rows: queued, queued, progress };
  if (progress.is_done) return null;
  for (const source of sources) {
    const upto = `${source.table}_upto` as const;
    const rows = await rowsAfter(on, source, progress[upto], rowsAtOnce);
    const last = rows.at(-1);
    if (last) return { rows, queued, progress: { ...progress, [upto]: last.row_id } };
  }
  return { rows: [], queued, progress: { ...progress, is_done: true } };
}

/** Reads the entries of rows: one that cannot be read must not keep the others out of the index. */
function entryReader(sources: readonly IndexSource[], warn: IndexerDeps['warn']) {
  async function readable(source: IndexSource, on: Queries, ids: readonly number[]): Promise<IndexEntry[]> {
    try {
      return await source.entries(on, ids);
    } catch (error) {
      if (ids.length > 1) {
        const found: IndexEntry[] = [];
        for (const id of ids) found.push(...(await readable(source, on, [id])));
        return found;
      }
      warn(`search: a message could not be indexed (${(error as Error).message})`);
      return [];
    }
  }

  return async function entriesOf(on: Queries, ids: readonly number[]): Promise<IndexEntry[]> {
    const found: IndexEntry[] = [];
    for (const source of sources) found.push(...(await readable(source, on, ids)));
    return found;
  };
}
