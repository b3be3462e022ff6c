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
import { RefusedError } from '../http/refuse.ts';
import { type Explain, guarded, type TransactionScope } from './scope.ts';
import { statementsOf } from './statement.ts';

/** How long another process may lock the file, and how long our own queries may queue (milliseconds). */
const patience = 5_000;

/** Opens the file, creating it if necessary. Throws what node:sqlite throws. */
export function openSqlite(path: string): DatabaseSync {
  const file = new DatabaseSync(path, { timeout: patience, enableForeignKeyConstraints: true });
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
  const giveUpAt = performance.now() + patience;
  for (;;) {
    try {
      return file.exec('pragma journal_mode = wal');
    } catch (error) {
      // Another process may be switching as well, and SQLite does not wait for this lock by itself.
      if ((error as { errcode?: number }).errcode !== 5 || performance.now() > giveUpAt) throw error;
      Atomics.wait(nothing, 0, 0, 10);
    }
  }
}

export function sqliteDialect(file: DatabaseSync, scope: TransactionScope, explain: Explain): KyselyDialect {
  return {
    createAdapter: () => new PatientAdapter(),
    createDriver: () => guarded(sqliteDriver(file), scope, explain),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Kysely would queue before calling our driver, where a deadlock cannot be noticed. We queue ourselves. */
export class PatientAdapter extends SqliteAdapter implements DialectAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}

/** Transactions that share one commit, at most. */
const mostInGroup = 50;

/** One use of the one connection: a query, or a transaction. */
interface Turn extends DatabaseConnection {
  isTransaction: boolean;
  /** The next turn has begun before this one ended. */
  isHandedOn: boolean;
}

/** Transactions that are committed together; each is a savepoint until then. */
interface Group {
  /** Began the transaction around all of them. */
  first: Turn;
  size: number;
  /** One of them is being worked on. */
  isActive: boolean;
  /** Commits as soon as none is. */
  isDue: boolean;
  committed: PromiseWithResolvers<void>;
}

/**
 * One connection, taken in turn. Transactions that end in one round of the event loop wait for the disk once: each
 * ends when the commit they share has succeeded. Queries in between may read what is about to be committed.
 */
function sqliteDriver(file: DatabaseSync) {
  const statements = statementsOf(file);
  const waiting: (() => void)[] = [];
  let isTaken = false;
  let group: Group | undefined;

  const newTurn = (): Turn => ({
    isTransaction: false,
    isHandedOn: false,
    async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
      // What is written beside a transaction is acknowledged at once.
      if (group && !this.isTransaction && query.kind !== 'SelectQueryNode') commitGroup(group);
      return statements.of(sql).execute(parameters) as QueryResult<Row>;
    },
    // biome-ignore lint/correctness/useYield: it only ever refuses.
    async *streamQuery() {
      throw new Error('Read page by page: a stream would keep the only connection from everybody else.');
    },
  });

  const say = async (turn: DatabaseConnection, sql: string) =>
    void (await turn.executeQuery(CompiledQuery.raw(sql)));

  function handOn() {
    const next = waiting.shift();
    // Handed on without being free in between, so that nobody jumps the queue.
    if (next) next();
    else isTaken = false;
  }

  function commitGroup(due: Group) {
    if (due !== group) return;
    if (due.isActive) {
      due.isDue = true;
      return;
    }
    group = undefined;
    say(due.first, 'commit').then(due.committed.resolve, (error) => {
      if (file.isTransaction) file.exec('rollback');
      due.committed.reject(error);
    });
  }

  return {
    async init() {},
    async acquireConnection() {
      if (isTaken) await myTurn(waiting);
      isTaken = true;
      return newTurn();
    },
    async releaseConnection(turn: Turn) {
      if (!turn.isHandedOn) handOn();
    },
    async beginTransaction(turn: Turn) {
      turn.isTransaction = true;
      if (!group) {
        // At once for writing: a lock taken later could find another process's write and fail.
        await say(turn, 'begin immediate');
        const committed = Promise.withResolvers<void>();
        group = { first: turn, size: 0, isActive: true, isDue: false, committed };
      }
      group.isActive = true;
      await say(turn, 'savepoint one');
    },
    async commitTransaction(turn: Turn) {
      await say(turn, 'release one');
      const mine = group;
      if (!mine) throw new Error('A transaction is committed that was never begun.');
      mine.isActive = false;
      mine.size += 1;
      if (mine.isDue || mine.size >= mostInGroup) commitGroup(mine);
      else if (mine.size === 1) setImmediate(commitGroup, mine);
      turn.isHandedOn = true;
      handOn();
      await mine.committed.promise;
    },
    async rollbackTransaction(turn: Turn) {
      // It failed with all that shared its commit.
      if (turn.isHandedOn) return;
      const mine = group;
      if (!mine) return;
      mine.isActive = false;
      if (!file.isTransaction) {
        // A full disk has already ended it, and what waited for the commit with it.
        group = undefined;
        mine.committed.promise.catch(() => {});
        mine.committed.reject(busy());
      } else if (mine.size === 0) {
        group = undefined;
        await say(turn, 'rollback');
      } else {
        await say(turn, 'rollback to one');
        await say(turn, 'release one');
        if (mine.isDue) commitGroup(mine);
      }
    },
    async destroy() {
      statements.clear();
    },
  };
}

const busy = () =>
  new RefusedError('busy', 'The server is very busy. Please try again in a moment.', { 'retry-after': '1' });

function myTurn(waiting: (() => void)[]): Promise<void> {
  return new Promise((resolve, reject) => {
    function mine() {
      clearTimeout(timer);
      resolve();
    }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(mine), 1);
      reject(busy());
    }, patience);
    waiting.push(mine);
  });
}
