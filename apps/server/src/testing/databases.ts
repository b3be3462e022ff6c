import { copyFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, databaseFile, openDatabase } from '../platform/database/database.ts';
import type { Dialect } from '../platform/database/dialect.ts';
import { afterwards } from './lifetime.ts';
import { template } from './postgres.ts';

/**
 * Every available database, for tests whose subject is SQL: stores, migrations, transactions, locks, simultaneous calls,
 * collation, notifications. `describe.each(databases)('users on %s', (dialect) => …)`. PostgreSQL is left out, with a
 * message, where its package has no binaries for this computer.
 */
export const databases: Dialect[] = inject('postgresAt') ? ['sqlite', 'postgres'] : ['sqlite'];

/**
 * For tests of routes and services, whose SQL the tests of stores cover: the embedded database, and every one in the
 * long run.
 */
export const serviceDatabases: Dialect[] = process.env.LONG_RUN ? databases : ['sqlite'];

/** The location of a fresh database, removed after the test: options for `openDatabase`, and a server's environment. */
export interface Place {
  url: string | undefined;
  dataDir: string;
  env: Record<string, string>;
}

/** A fresh database with every table, removed after the test. */
export async function freshDatabase(dialect: Dialect): Promise<Database> {
  const database = await openDatabase(await freshPlace(dialect));
  afterwards(() => database.close());
  return database;
}

interface Options {
  /** Without any tables. */
  bare?: boolean;
  /** With the contents of this snapshot. */
  like?: Snapshot;
}

/** A place for a database that already has every table, unless it is `bare`. */
export async function freshPlace(dialect: Dialect, { bare = false, like }: Options = {}): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'polylogue-database-'));
  afterwards(() => rm(dataDir, { recursive: true, force: true }));
  if (like) await cp(like.folder, dataDir, { recursive: true });
  if (dialect === 'sqlite') {
    if (!bare && !like) await putTables(dataDir);
    return { url: undefined, dataDir, env: { DATA_DIR: dataDir } };
  }
  const name = await copyOf(like?.database ?? (bare ? 'template0' : template));
  // Registered before the user registers closing it: handlers run in reverse order.
  afterwards(() => execute(`drop database ${name} with (force)`));
  const url = Object.assign(new URL(await postgres()), { pathname: `/${name}` }).href;
  return { url, dataDir, env: { DATA_DIR: dataDir, DATABASE_URL: url } };
}

/** The contents of a place, to start others from. */
export interface Snapshot {
  folder: string;
  database: string | undefined;
}

/** Copies a place; the copy lasts until the end of the run. Everything that uses the place must be closed. */
export async function takeSnapshot({ url, dataDir }: Place): Promise<Snapshot> {
  const folder = await mkdtemp(join(dirname(inject('sqliteTemplate')), 'snapshot-'));
  await cp(dataDir, folder, { recursive: true });
  return { folder, database: url && (await copyOf(new URL(url).pathname.slice(1))) };
}

/** Copies an SQLite database with every table into a data folder. */
export async function putTables(dataDir: string) {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await copyFile(inject('sqliteTemplate'), join(dataDir, databaseFile));
}

let copies = 0;

async function copyOf(original: string): Promise<string> {
  copies += 1;
  const name = `test_${process.pid}_${process.hrtime.bigint()}_${copies}`;
  // The default strategy, which also logs every copied page, takes three times as long.
  await execute(`create database ${name} template ${original} strategy file_copy`);
  return name;
}

const postgres = async () => (await fetch(inject('postgresAt') ?? '')).text();

/** One connection per worker, which ends with it: opening one takes about as long as copying a database. */
let administrator: Promise<pg.Pool> | undefined;

async function connectAsAdministrator(): Promise<pg.Pool> {
  const pool = new pg.Pool({
    connectionString: await postgres(),
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  // The server may end first.
  return pool.on('error', () => {});
}

async function execute(sentence: string) {
  administrator ??= connectAsAdministrator();
  await (await administrator).query(sentence);
}
