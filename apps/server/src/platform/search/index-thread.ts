import { existsSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { indexWords } from '@polylogue/sync/search';
import type { SentTask, TaskAnswer } from '../process/task-thread.ts';
import { docIdOf, mostRows } from './doc-id.ts';
import { anyMessage, beginningWord, hasBeginning, labelWord, type RowPlace } from './index-entry.ts';
import type { IndexSlice } from './message-index.ts';

/** What the thread that writes the index is asked to do. */
export type IndexTask =
  | { do: 'begin'; history: string }
  | { do: 'reset'; history: string }
  | { do: 'apply'; slice: IndexSlice }
  | { do: 'tidy' };
type Answer = TaskAnswer<number | null>;

const path = workerData as string;
let file: DatabaseSync | undefined;
let running = 0;
let isMerging = false;

/** Pages of the index that are merged after each slice, and in all when it is tidied. */
const mergedPages = 32;
const merged = { some: mergedPages, all: -mergedPages };

/** An index of another form is made again. */
const format = 3;

function open(): DatabaseSync {
  const opened = new DatabaseSync(path, { timeout: 5_000 });
  // Of a new file only: what merging leaves over can be given back.
  opened.exec('pragma auto_vacuum = incremental');
  opened.exec('pragma journal_mode = wal');
  // It can be made again: what a power cut takes is noticed by its generation.
  opened.exec('pragma synchronous = normal');
  opened.exec('pragma secure_delete = on');
  return opened;
}

function create(history: string) {
  file?.close();
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
  file = open();
  // Beginnings are words of their own: with FTS5’s `prefix`, each pair of Chinese characters would be in the file twice.
  file.exec(`create virtual table message_words using fts5(
    words, content='', contentless_delete=1, detail=none, tokenize='ascii')`);
  // Merged here, a little after each slice, so that no slice takes long.
  file.exec("insert into message_words (message_words, rank) values('automerge', 0)");
  file.exec("insert into message_words (message_words, rank) values('crisismerge', 64)");
  file.exec("insert into message_words (message_words, rank) values('usermerge', 2)");
  // For longer beginnings of words, which FTS5 would look for in what is written in all feeds.
  file.exec('create table vocabulary (word text primary key) without rowid');
  file.exec(
    'create table state (history text not null, generation integer not null, format integer not null)',
  );
  file.prepare('insert into state values (?, 0, ?)').run(history, format);
}

/** The generation of the index; null: there is none of this history. */
function begin(history: string): number | null {
  try {
    if (!existsSync(path)) return null;
    file ??= open();
    const row = file.prepare('select history, generation, format from state').get();
    file.prepare('select rowid from message_words where message_words match \'"a"\' limit 1').get();
    return row?.history === history && row.format === format ? Number(row.generation) : null;
  } catch {
    return null;
  }
}

function statements(on: DatabaseSync) {
  const put = on.prepare('insert into message_words (rowid, words) values (?, ?)');
  const remove = on.prepare('delete from message_words where rowid = ?');
  // Row ids of the index are larger than a number can be.
  for (const one of [put, remove]) one.setReadBigInts(true);
  return { put, remove, learn: on.prepare('insert or ignore into vocabulary values (?)') };
}

function apply({ put, remove, generation }: IndexSlice) {
  if (!file) throw new Error('The index is closed.');
  const write = statements(file);
  file.exec('begin immediate');
  try {
    for (const place of [...remove, ...put].filter(hasRoom)) write.remove.run(docIdOf(place));
    for (const entry of put.filter(hasRoom)) {
      const said = [...wordsOf(entry.text)];
      const beginnings = new Set(said.filter(hasBeginning).map(beginningWord));
      const words = [anyMessage, ...entry.labels.map(labelWord), ...said];
      write.put.run(docIdOf(entry), [...words, ...beginnings].join(' '));
      for (const word of words) if (hasBeginning(word)) write.learn.run(word);
    }
    file.prepare('update state set generation = ?').run(generation);
    file.exec('commit');
  } catch (error) {
    if (file.isTransaction) file.exec('rollback');
    throw error;
  }
}

/** Merges a little of what the slices have written; whether there may be more. */
function merge(how: keyof typeof merged): boolean {
  if (!file) return false;
  const changes = () => Number(file?.prepare('select total_changes() as changes').get()?.changes);
  const before = changes();
  file.prepare("insert into message_words (message_words, rank) values ('merge', ?)").run(merged[how]);
  return changes() - before > 1;
}

/** Pages that are given back at a time, and how many are left for the next slices: one of so many. */
const returnedPages = 256;
const spareShare = 16;

/** Gives back pages of the file that nothing uses; whether there may be more. */
function shrink(): boolean {
  if (!file) return false;
  const read = file.prepare(
    'select freelist_count as free, page_count as pages from pragma_freelist_count, pragma_page_count',
  );
  const count = () => {
    const { free, pages } = read.get() ?? {};
    return { free: Number(free), pages: Number(pages) };
  };
  const { free, pages } = count();
  if (free < returnedPages || free < pages / spareShare) return false;
  // As many as `returnedPages`: a pragma takes no parameters.
  file.exec('pragma incremental_vacuum(256)');
  return count().free < free;
}

/** Merges while nothing else is to be done. */
async function mergeWhenIdle() {
  if (isMerging) return;
  isMerging = true;
  try {
    do await setImmediate();
    while (running === 0 && merge('some'));
    while (running === 0 && shrink()) await setImmediate();
  } finally {
    isMerging = false;
  }
}

const hasRoom = ({ row_id }: RowPlace) => row_id % 2 ** 32 < mostRows;

function wordsOf(text: string): ReadonlySet<string> {
  const work = indexWords(text);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Merges everything, which leaves nothing of removed messages, and forgets words that no message has any more. */
async function tidy() {
  // Slices that wait come in between.
  while (merge('all')) await setImmediate();
  while (shrink()) await setImmediate();
  let last = '';
  while (file) {
    const page = file.prepare('select word from vocabulary where word > ? order by word limit 500').all(last);
    if (page.length === 0) break;
    const isUsed = file.prepare('select 1 from message_words where message_words match ? limit 1');
    const forget = file.prepare('delete from vocabulary where word = ?');
    for (const { word } of page) if (!isUsed.get(`"${word}"`)) forget.run(word as string);
    last = page.at(-1)?.word as string;
    await setImmediate();
  }
  file?.exec('pragma wal_checkpoint(truncate)');
}

async function run(task: IndexTask): Promise<number | null> {
  switch (task.do) {
    case 'begin':
      return begin(task.history);
    case 'reset':
      create(task.history);
      return 0;
    case 'apply':
      apply(task.slice);
      return null;
    case 'tidy':
      await tidy();
      return null;
  }
}

parentPort?.on('message', async ({ id, task }: SentTask<IndexTask>) => {
  running += 1;
  try {
    const result = await run(task);
    parentPort?.postMessage({ id, result } satisfies Answer);
  } catch (error) {
    const { message } = error as Error;
    parentPort?.postMessage({ id, error: { message } } satisfies Answer);
  } finally {
    running -= 1;
    if (task.do === 'apply') void mergeWhenIdle();
  }
});
