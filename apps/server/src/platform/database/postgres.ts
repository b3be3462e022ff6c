import { type Driver, type Dialect as KyselyDialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type Explain, guarded, type TransactionScope } from './scope.ts';

const int8 = 20;
const numeric = 1700;

/** Connections to the server at `url`, made when needed and made again when it was away. */
export function openPostgres(url: string, onBroken: (error: Error) => unknown): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'polylogue',
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    statement_timeout: 5_000,
    idle_in_transaction_session_timeout: 15_000,
    // A server that is gone without a word would keep us waiting for ever.
    query_timeout: 10_000,
    // Instants, sizes, counts and sums all fit a number.
    types: {
      getTypeParser: (oid, format) =>
        oid === int8 || oid === numeric ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  // An idle connection that breaks is nobody's failure: the pool makes another one.
  pool.on('error', onBroken);
  // One that breaks between two queries of a transaction would end the process; the next query tells.
  pool.on('connect', (client) => void client.on('error', onBroken));
  return pool;
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

/** Kysely ends the pool only once it has used it; its owner does so in any case. */
function driver(dialect: PostgresDialect): Driver {
  const made = dialect.createDriver();
  made.destroy = async () => {};
  return made;
}
