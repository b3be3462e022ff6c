import {
  type DatabaseConnection,
  Kysely,
  type Dialect as KyselyDialect,
  type QueryResult,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { taskThread } from '../process/task-thread.ts';
import { type Explain, guarded, type TransactionScope, transactionScope } from './scope.ts';
import { UnqueuedAdapter } from './sqlite.ts';
import type { Tables } from './tables.ts';

/** What the reading thread is asked. */
export interface ReaderQuery {
  sql: string;
  parameters: readonly unknown[];
}

/** The file that is read, and another one whose tables are read as `texts.…`. */
export interface ReaderFiles {
  path: string;
  texts?: string;
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
export function readerDialect(files: ReaderFiles, scope: TransactionScope, explain: Explain): KyselyDialect {
  const thread = taskThread<ReaderQuery, QueryResult<unknown>>(
    new URL('./reader-thread.ts', import.meta.url),
    files,
    'The thread that reads',
  );

  const connection: DatabaseConnection = {
    executeQuery: <Row>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) =>
      thread.run({ sql, parameters }) as Promise<QueryResult<Row>>,
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
          destroy: () => thread.close(),
        },
        scope,
        explain,
      ),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}
