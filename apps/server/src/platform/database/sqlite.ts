import { DatabaseSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Dialect as KyselyDialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { refuse } from '../http/refuse.ts';
import { type Explain, guarded, type TransactionScope } from './scope.ts';
import { statementsOf } from './statement.ts';

/** How long another process may lock the file, and how long our own queries may queue (milliseconds). */
const timeout = 5_000;

/** Opens the file, creating it if necessary. Throws what node:sqlite throws. */
export function openSqlite(path: string): DatabaseSync {
  const file = new DatabaseSync(path, { timeout, enableForeignKeyConstraints: true });
  try {
    useWal(file);
    // Acknowledged writes survive a power cut.
    file.exec('pragma synchronous = full');
    // Deleted content is zeroed; `tidyFile` removes any remaining traces.
    file.exec('pragma secure_delete = on');
  } catch (error) {
    file.close();
    throw error;
  }
  return file;
}

const nothing = new Int32Array(new SharedArrayBuffer(4));

function useWal(file: DatabaseSync) {
  const giveUpAt = performance.now() + timeout;
  for (;;) {
    try {
      return file.exec('pragma journal_mode = wal');
    } catch (error) {
      // Another process may be switching as well, and SQLite does not wait for this lock on its own.
      if ((error as { errcode?: number }).errcode !== 5 || performance.now() > giveUpAt) throw error;
      Atomics.wait(nothing, 0, 0, 10);
    }
  }
}

export function sqliteDialect(file: DatabaseSync, scope: TransactionScope, explain: Explain): KyselyDialect {
  return {
    createAdapter: () => new UnqueuedAdapter(),
    createDriver: () => guarded(sqliteDriver(file), scope, explain),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Kysely would queue before calling our driver, where a deadlock cannot be noticed. We queue ourselves. */
export class UnqueuedAdapter extends SqliteAdapter implements DialectAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}

/** A single connection, used in turn. */
function sqliteDriver(file: DatabaseSync) {
  const statements = statementsOf(file);
  const waiting: (() => void)[] = [];
  let isTaken = false;

  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      return statements.of(sql).execute(parameters) as QueryResult<Row>;
    },
    // biome-ignore lint/correctness/useYield: it only ever refuses.
    async *streamQuery() {
      throw new Error('Read page by page: a stream would keep the only connection from everybody else.');
    },
  };

  const run = async (sql: string) => void (await connection.executeQuery(CompiledQuery.raw(sql)));

  return {
    async init() {},
    async acquireConnection() {
      if (isTaken) await turn(waiting);
      isTaken = true;
      return connection;
    },
    async releaseConnection() {
      const next = waiting.shift();
      // Passed on without being released in between, so that no query jumps the queue.
      if (next) next();
      else isTaken = false;
    },
    // Takes the write lock immediately: a lock taken later could meet another process's write and fail.
    beginTransaction: () => run('begin immediate'),
    commitTransaction: () => run('commit'),
    async rollbackTransaction() {
      // A full disk has already ended the transaction.
      if (file.isTransaction) await run('rollback');
    },
    async destroy() {
      statements.clear();
    },
  };
}

function turn(waiting: (() => void)[]): Promise<void> {
  return new Promise((resolve, reject) => {
    function mine() {
      clearTimeout(timer);
      resolve();
    }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(mine), 1);
      try {
        refuse('busy', 'The server is very busy. Try again in a moment.', { 'retry-after': '1' });
      } catch (error) {
        reject(error);
      }
    }, timeout);
    waiting.push(mine);
  });
}
