import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../platform/database/database.ts';
import type { Dialect } from '../platform/database/dialect.ts';
import { migrate } from '../platform/database/migrate.ts';
import { template } from './postgres.ts';

/**
 * Every database there is, for `describe.each(databases)('users on %s', (dialect) => …)`. PostgreSQL is left out,
 * aloud, where its package has no binaries for this computer.
 */
export const databases: Dialect[] = inject('postgresAt') ? ['sqlite', 'postgres'] : ['sqlite'];

/** Where a fresh database is, gone when the test is: what `openDatabase` wants, and a server's environment. */
export interface Place {
  url: string | undefined;
  dataDir: string;
  env: Record<string, string>;
}

/** A fresh database with every table, gone when the test is. */
export async function freshDatabase(dialect: Dialect): Promise<Database> {
  const database = await openDatabase(await freshPlace(dialect));
  onTestFinished(() => database.close());
  if (dialect === 'sqlite') await migrate(database);
  return database;
}

/** Room for a database: on PostgreSQL one that has every table already, unless it should be `bare`. */
export async function freshPlace(dialect: Dialect, { bare = false } = {}): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'polylogue-database-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  if (dialect === 'sqlite') return { url: undefined, dataDir, env: { DATA_DIR: dataDir } };
  const url = await copyOf(bare ? 'template0' : template);
  return { url, dataDir, env: { DATA_DIR: dataDir, DATABASE_URL: url } };
}

let copies = 0;

async function copyOf(original: string): Promise<string> {
  const server = await (await fetch(inject('postgresAt') ?? '')).text();
  copies += 1;
  const name = `test_${process.pid}_${process.hrtime.bigint()}_${copies}`;
  await tell(server, `create database ${name} template ${original}`);
  // Registered before whoever opens it closes it: what is registered last runs first.
  onTestFinished(() => tell(server, `drop database ${name} with (force)`));
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

async function tell(server: string, sentence: string) {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(sentence);
  } finally {
    await client.end();
  }
}
