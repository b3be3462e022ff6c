import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { ReaderFiles, ReaderQuery, ReaderResult } from './reader.ts';
import { statementsOf } from './statement.ts';

/** The thread in which the embedded database's reader runs its queries. */
const { path, texts } = workerData as ReaderFiles;
const file = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
if (texts) file.prepare('attach ? as texts').run(texts);
const statements = statementsOf(file);

parentPort?.on('message', ({ id, sql, parameters }: ReaderQuery) => {
  parentPort?.postMessage(answer(id, sql, parameters));
});

function answer(id: number, sql: string, parameters: readonly unknown[]): ReaderResult {
  try {
    return { id, result: statements.of(sql).execute(parameters) };
  } catch (error) {
    // An error that crosses threads keeps only its message.
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number };
    return { id, error: { message, ...(code && { code }), ...(errcode && { errcode }) } };
  }
}
