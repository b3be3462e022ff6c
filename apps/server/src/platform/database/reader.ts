import { Worker } from 'node:worker_threads';
import {
  type DatabaseConnection,
  Kysely,
  type Dialect as KyselyDialect,
  type QueryResult,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { type Explain, guarded, type TransactionScope, transactionScope } from './scope.ts';
import { UnqueuedAdapter } from './sqlite.ts';
import type { Tables } from './tables.ts';

/** A query sent to the reading thread, and its answer. */
export interface ReaderQuery {
  id: number;
  sql: string;
  parameters: readonly unknown[];
}
export type ReaderResult = { id: number } & (
  | { result: QueryResult<unknown> }
  | { error: { message: string; code?: string; errcode?: number } }
);

/** The file that is read, and another one whose tables are read as `texts.…`. */
export interface ReaderFiles {
  path: string;
  texts?: string;
}

interface Waiting {
  resolve(result: QueryResult<unknown>): void;
  reject(error: Error): void;
}

/** Reads a file that stands beside the embedded database, together with it, in a thread of its own. */
export function readerOf(path: string, texts: string) {
  const dialect = readerDialect({ path, texts }, transactionScope(), (error) => error);
  const db = new Kysely<Tables>({ dialect });
  return { db, close: () => db.destroy() };
}

/**
 * Reads the embedded database in a separate thread, started by the first query, so that a long query delays no other.
 * It sees what is committed, and cannot write.
 */
export function readerDialect(
  workerData: ReaderFiles,
  scope: TransactionScope,
  explain: Explain,
): KyselyDialect {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let lastId = 0;

  function begin(): Worker {
    const begun = new Worker(new URL('./reader-thread.ts', import.meta.url), { workerData });
    begun.unref();
    begun.on('message', (answer: ReaderResult) => {
      const one = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (waiting.size === 0) begun.unref();
      if ('error' in answer) one?.reject(Object.assign(new Error(answer.error.message), answer.error));
      else one?.resolve(answer.result);
    });
    begun.on('error', (error) => lose(begun, error as Error));
    begun.on('exit', () => lose(begun, new Error('The thread that reads has ended.')));
    return begun;
  }

  /** Rejects the waiting queries; the next query starts another thread. */
  function lose(one: Worker, error: Error) {
    if (one !== thread) return;
    thread = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  const connection: DatabaseConnection = {
    executeQuery: <Row>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) =>
      new Promise<QueryResult<Row>>((resolve, reject) => {
        thread ??= begin();
        lastId += 1;
        waiting.set(lastId, { resolve: resolve as Waiting['resolve'], reject });
        // A running query keeps the process alive; an idle thread does not.
        thread.ref();
        thread.postMessage({ id: lastId, sql, parameters } satisfies ReaderQuery);
      }),
    // biome-ignore lint/correctness/useYield: it only ever refuses.
    async *streamQuery() {
      throw new Error('Read page by page.');
    },
  };

  function noTransactions(): never {
    throw new Error('What only reads has no transactions.');
  }

  return {
    createAdapter: () => new UnqueuedAdapter(),
    createDriver: () =>
      guarded(
        {
          async init() {},
          acquireConnection: async () => connection,
          async releaseConnection() {},
          beginTransaction: async () => noTransactions(),
          commitTransaction: async () => noTransactions(),
          rollbackTransaction: async () => noTransactions(),
          async destroy() {
            const last = thread;
            if (!last) return;
            lose(last, new Error('The database was closed.'));
            await last.terminate();
          },
        },
        scope,
        explain,
      ),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}
