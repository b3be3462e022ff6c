import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { QueryResult } from 'kysely';
import type { SentTask, TaskAnswer } from '../process/task-thread.ts';
import type { ReaderFiles, ReaderQuery } from './reader.ts';
import { statementsOf } from './statement.ts';

/** The thread in which the embedded database's reader runs its queries. */
const { path, texts } = workerData as ReaderFiles;
const file = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
if (texts) file.prepare('attach ? as texts').run(texts);
const statements = statementsOf(file);

parentPort?.on('message', ({ id, task }: SentTask<ReaderQuery>) => {
  parentPort?.postMessage(answer(id, task));
});

function answer(id: number, { sql, parameters }: ReaderQuery): TaskAnswer<QueryResult<unknown>> {
  try {
    return { id, result: statements.of(sql).execute(parameters) };
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number };
    return { id, error: { message, ...(code && { code }), ...(errcode && { errcode }) } };
  }
}
