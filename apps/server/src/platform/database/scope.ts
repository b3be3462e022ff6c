import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import { doEach } from '../batches/do-each.ts';

/** Translates a driver's error into what it means to the caller, given what was being done. */
export type Explain = (error: unknown, during: 'connecting' | 'querying') => unknown;

/** A transaction as seen from the code that runs inside it. */
interface Scope {
  isOpen: boolean;
  afterCommit: (() => void)[];
}

/** Tracks which code runs inside a transaction. */
export function transactionScope() {
  const scopes = new AsyncLocalStorage<Scope>();

  /** Throws inside a transaction, where a second connection would wait for the first forever. */
  function mustBeOutside() {
    if (scopes.getStore()?.isOpen) {
      throw new Error('This query is inside a transaction but not on it: use `trx`, not `db`.');
    }
  }

  return {
    /** Runs `work`, which opens one transaction; after it succeeds, calls the listeners that waited for the commit. */
    async run<Result>(work: () => Promise<Result>): Promise<Result> {
      mustBeOutside();
      const scope: Scope = { isOpen: false, afterCommit: [] };
      const result = await scopes.run(scope, work);
      await doEach(scope.afterCommit, (listener) => listener());
      return result;
    },
    /** Calls `listener` once the surrounding transaction commits; immediately if there is none. */
    afterCommit(listener: () => void) {
      const scope = scopes.getStore();
      if (scope?.isOpen) scope.afterCommit.push(listener);
      else listener();
    },
    mustBeOutside,
    open() {
      const scope = scopes.getStore();
      if (!scope) throw new Error('Transactions begin with `database.transaction`, not `db.transaction`.');
      scope.isOpen = true;
    },
    close() {
      const scope = scopes.getStore();
      if (scope) scope.isOpen = false;
    },
  };
}
export type TransactionScope = ReturnType<typeof transactionScope>;

/**
 * A driver that throws instead of hanging when `db` is queried inside a transaction, and that passes errors through
 * `explain`.
 */
export function guarded(driver: Driver, scope: TransactionScope, explain: Explain): Driver {
  const known = new WeakSet<DatabaseConnection>();

  function explaining(connection: DatabaseConnection): DatabaseConnection {
    if (known.has(connection)) return connection;
    known.add(connection);
    const run = connection.executeQuery.bind(connection);
    // Patched rather than wrapped: the driver expects its own object back.
    connection.executeQuery = <Row>(...query: Parameters<typeof run>) =>
      (run(...query) as Promise<QueryResult<Row>>).catch(rethrow);
    return connection;
  }
  function rethrow(error: unknown): never {
    throw explain(error, 'querying');
  }
  function rethrowNoConnection(error: unknown): never {
    throw explain(error, 'connecting');
  }

  return {
    init: (options) => driver.init(options),
    async acquireConnection(options) {
      scope.mustBeOutside();
      return explaining(await driver.acquireConnection(options).catch(rethrowNoConnection));
    },
    async beginTransaction(connection, settings: TransactionSettings) {
      scope.open();
      await driver.beginTransaction(connection, settings).catch((error) => {
        scope.close();
        throw error;
      });
    },
    commitTransaction: (connection) => driver.commitTransaction(connection).finally(scope.close),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection).finally(scope.close),
    releaseConnection: (connection, options) => driver.releaseConnection(connection, options),
    destroy: (options) => driver.destroy(options),
  };
}
