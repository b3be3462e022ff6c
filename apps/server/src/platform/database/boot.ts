import { setTimeout as wait } from 'node:timers/promises';
import { RefusedError } from '../http/refuse.ts';
import { type Database, type DatabaseOptions, openDatabase } from './database.ts';
import { QueryError } from './faults.ts';
import { migrate } from './migrate.ts';
import { UnusableError } from './unusable.ts';

/** A PostgreSQL that starts at the same time as we do is waited for so long (milliseconds). */
const patience = 15_000;

/** The database, open and with the tables of this code. Throws an UnusableError with a sentence. */
export async function bootDatabase(options: DatabaseOptions): Promise<Database> {
  const database = await openDatabase(options);
  const giveUpAt = performance.now() + patience;
  for (;;) {
    try {
      await migrate(database);
      return database;
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

/** Refused or starting up; not a wrong password, which only waits for somebody to mend it. */
function isWorthWaiting(cause: unknown): boolean {
  const { code = '' } = cause as { code?: string };
  return ['ECONNREFUSED', 'EAI_AGAIN', '57P03'].includes(code);
}

function sentence({ url, dataDir }: DatabaseOptions, cause: unknown): string {
  const { message } = cause as Error;
  if (!url) return `The database in ${dataDir} cannot be used (${message}). Set DATA_DIR to another folder.`;
  // Never the whole address: it has the password in it.
  const { host, pathname } = new URL(url);
  return `The database at ${host}${pathname} cannot be used (${message || 'no answer'}). Start it, or correct DATABASE_URL.`;
}
