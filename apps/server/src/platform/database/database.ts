import { chmodSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, sql, type Transaction } from 'kysely';
import { ifMissing } from '../files/if-missing.ts';
import { makeFolder } from '../files/make-folder.ts';
import { RefusedError } from '../http/refuse.ts';
import { databaseExists } from './database-exists.ts';
import type { Dialect } from './dialect.ts';
import { explain } from './faults.ts';
import { readerDialect } from './reader.ts';
import { type Explain, transactionScope } from './scope.ts';
import { openSqlite, sqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';
import { tidyFile } from './tidy.ts';
import { UnusableError } from './unusable.ts';

/** What stores query: `db` or a transaction. */
export type Queries = Kysely<Tables>;

export interface Database {
  /** For single queries. Throws inside a transaction: use the transaction instead. */
  db: Queries;
  /** For long queries that only read: the embedded database runs them in a separate thread. */
  reading: Queries;
  dialect: Dialect;
  /**
   * Runs `work` in one transaction; if it throws, the transaction rolls back and the error is rethrown. Keep it short:
   * the embedded database has one connection.
   */
  transaction<Result>(work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result>;
  /** Calls `listener` once the surrounding transaction commits, and never if it does not. */
  afterCommit(listener: () => void): void;
  /**
   * Removes all traces of deleted rows from the files of the embedded database, whose queries wait. PostgreSQL does this
   * on its own, in its own time. False if it must wait for another process, such as a backup, that is reading the files.
   */
  tidy(): Promise<boolean>;
  /** Rejects with a refusal while the database does not respond. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** The URL of a PostgreSQL database; without it, the file polylogue.db in `dataDir`. */
  url?: string | undefined;
  dataDir: string;
  /** How long PostgreSQL may take for a query (milliseconds); 0: as long as it likes. */
  queryTimeout?: number;
  /** Called at most once a minute while the database is unavailable or full. */
  log?: (message: string, error: unknown) => void;
}

export const databaseFile = 'polylogue.db';
/** The index of messages, beside the database: it can be deleted, and is made again. */
export const indexFile = 'search.db';
/** Names the folder into which a restore moves what a data folder held, until the restore is complete or undone. */
export const interruptedRestore = join('replaced', 'interrupted');

/** Opens the database as it is; `migrate` creates its tables. Throws an UnusableError if the file cannot be used. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, dataDir, queryTimeout, log = () => {} } = options;
  const scope = transactionScope();
  const explained = outages(log);
  const { dialect, reader, end } = url ? await server(url) : await file(dataDir);
  const db = new Kysely<Tables>({ dialect });
  const reading = reader ? new Kysely<Tables>({ dialect: reader }) : db;
  let closing: Promise<void> | undefined;

  async function server(url: string) {
    // Loaded on demand: the embedded database does not need it.
    const { openPostgres, postgresDialect } = await import('./postgres.ts');
    const pool = openPostgres(url, (error) => explained(error, 'connecting'), queryTimeout);
    return {
      dialect: postgresDialect(pool, scope, explained),
      // PostgreSQL reads in another process anyway, on several connections.
      reader: undefined,
      end: () => pool.end(),
    };
  }

  async function file(dataDir: string) {
    const file = await openFile(dataDir);
    return {
      dialect: sqliteDialect(file, scope, explained),
      reader: readerDialect({ path: join(dataDir, databaseFile) }, scope, explained),
      end: async () => file.close(),
    };
  }

  return {
    db,
    reading,
    dialect: url ? 'postgres' : 'sqlite',
    transaction: (work) => scope.run(() => db.transaction().execute(work)),
    afterCommit: scope.afterCommit,
    // Queries wait, since this takes the only connection, but the process does not.
    tidy: async () =>
      url !== undefined || db.connection().execute(() => tidyFile(join(dataDir, databaseFile))),
    check: async () => void (await sql`select 1`.execute(db)),
    close: () => {
      closing ??= Promise.all([reader && reading.destroy(), db.destroy()]).then(end);
      return closing;
    },
  };
}

async function openFile(dataDir: string) {
  await makeFolder(dataDir);
  const path = join(dataDir, databaseFile);
  const isNew = !(await databaseExists(path));
  const aside = isNew && (await readFile(join(dataDir, interruptedRestore), 'utf8').catch(ifMissing));
  if (aside) {
    throw new UnusableError(
      `A restore into ${dataDir} was interrupted. Run it again before you start the server; the previous data is in ${aside}.`,
    );
  }
  // Created before SQLite does, whose new files are world-readable; its log inherits the mode.
  await (await open(path, 'a', 0o600)).close();
  try {
    chmodSync(path, 0o600);
    return openSqlite(path);
  } catch (error) {
    const meaning = explain(error, 'connecting');
    // Its log cannot be opened then; the database is as it was.
    if (meaning instanceof RefusedError && meaning.refusal === 'no-room') throw meaning;
    throw new UnusableError(
      `${path} cannot be used as the database (${(error as Error).message}). Restore a backup, or set DATA_DIR to another folder.`,
    );
  }
}

/** Explains errors, and logs those that the caller cannot fix. */
function outages(log: (message: string, error: unknown) => void): Explain {
  const minute = 60_000;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (error, during) => {
    const meaning = explain(error, during);
    const isOutage = meaning instanceof RefusedError && meaning !== error;
    if (isOutage && performance.now() - loggedAt > minute) {
      loggedAt = performance.now();
      log(`database: ${meaning.refusal}`, error);
    }
    return meaning;
  };
}
