import { setTimeout as wait } from 'node:timers/promises';
import { RefusedError } from '../http/refuse.ts';
import { type Database, type DatabaseOptions, openDatabase } from './database.ts';
import { QueryError } from './faults.ts';
import { migrate } from './migrate.ts';
import type { Migration } from './migrations/migration.ts';
import { UnusableError } from './unusable.ts';

/** How long to wait for a PostgreSQL that is still starting (milliseconds). */
const startTimeout = 15_000;

/** Opens the database with the tables of this version. Throws a readable UnusableError. */
export async function bootDatabase(options: DatabaseOptions, migrations?: Migration[]): Promise<Database> {
  // A step, or waiting for the node that does it, may take longer than an ordinary query.
  const database = await openDatabase({ ...options, queryTimeout: 0 });
  const giveUpAt = performance.now() + startTimeout;
  for (;;) {
    try {
      await migrate(database, migrations);
      if (!options.url) return database;
      await database.close();
      return await openDatabase(options);
    } catch (error) {
      const isAway = error instanceof RefusedError && error.refusal === 'not-ready';
      if (isAway && isWorthWaiting(error.cause) && performance.now() < giveUpAt) {
        await wait(250);
        continue;
      }
      await database.close();
      if (isAway) throw new UnusableError(sentence(options, error.cause));
      throw error instanceof QueryError ? new UnusableError(sentence(options, error)) : error;
    }
  }
}

/** True if refused or starting up; not for a wrong password, which waiting does not fix. */
function isWorthWaiting(cause: unknown): boolean {
  const { code = '' } = cause as { code?: string };
  return ['ECONNREFUSED', 'EAI_AGAIN', '57P03'].includes(code);
}

function sentence({ url, dataDir }: DatabaseOptions, cause: unknown): string {
  const { message } = cause as Error;
  if (!url) return `The database in ${dataDir} cannot be used (${message}). Set DATA_DIR to another folder.`;
  // Never the whole address: it contains the password.
  const { host, pathname } = new URL(url);
  return `The database at ${host}${pathname} cannot be used (${message || 'no answer'}). Start it, or correct DATABASE_URL.`;
}
