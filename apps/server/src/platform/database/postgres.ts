import { type Driver, type Dialect as KyselyDialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { prepareStatements, statementNames } from './postgres-statements.ts';
import { type Explain, guarded, type TransactionScope } from './scope.ts';

/** The driver's error for it has no code. */
const lateSentence = 'Query read timeout';
/** Not parameters of the connection: PgBouncer refuses those. */
const sessionSettings = "set statement_timeout = '5s'; set idle_in_transaction_session_timeout = '15s'";
const int8 = 20;
const numeric = 1700;

/**
 * A pool of connections to the server at `url`, opened on demand and reopened after an outage. `timeout`: of a query
 * (milliseconds).
 */
export function openPostgres(url: string, onBroken: (error: Error) => unknown, timeout = 10_000): pg.Pool {
  const nameOf = statementNames();
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'polylogue',
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // Otherwise a query to a server that vanishes silently would wait forever.
    query_timeout: timeout,
    async onConnect(client) {
      await client.query(sessionSettings);
      await prepareStatements(client, nameOf);
    },
    // All instants, sizes, counts and sums fit in a number.
    types: {
      getTypeParser: (oid, format) =>
        oid === int8 || oid === numeric ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  // An idle connection that breaks is not an error: the pool opens another one.
  pool.on('error', onBroken);
  // Breaking between two queries of a transaction would end the process; instead, the next query fails.
  pool.on('connect', (client) => {
    client.on('error', onBroken);
    endWhenLate(client);
  });
  return pool;
}

/** Ends a connection whose answer is too late: it may be dead, and would be given to the next caller. */
function endWhenLate(client: pg.PoolClient) {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = (...given: unknown[]) => {
    const answer = query(...given);
    if (answer instanceof Promise) {
      answer.catch((error: Error) => {
        if (error.message === lateSentence) void (client as unknown as pg.Client).end();
      });
    }
    // biome-ignore lint/suspicious/noExplicitAny: one of eight overloads.
    return answer as any;
  };
}

export function postgresDialect(pool: pg.Pool, scope: TransactionScope, explain: Explain): KyselyDialect {
  const dialect = new PostgresDialect({ pool });
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => guarded(driver(dialect), scope, explain),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

/** Kysely only ends a pool it has used; the owner ends it in any case. */
function driver(dialect: PostgresDialect): Driver {
  const made = dialect.createDriver();
  made.destroy = async () => {};
  return made;
}
