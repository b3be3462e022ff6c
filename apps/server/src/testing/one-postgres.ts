import { createServer } from 'node:http';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { type Cluster, postgresBinaries, startPostgres, template } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where to fetch the address of the one PostgreSQL server of this run; null if there is none. */
    postgresAt: string | null;
  }
}

/** Vitest's global setup: one PostgreSQL for all test files, started when the first of them needs it. */
export default async function onePostgres({ provide }: TestProject) {
  if (!(await postgresBinaries())) {
    console.warn(
      '\nSKIPPED: no PostgreSQL package for this computer, so stores are tested on SQLite alone.\n',
    );
    provide('postgresAt', null);
    return () => {};
  }
  let cluster: Promise<Cluster> | undefined;
  const addressServer = createServer(async (_request, response) => {
    cluster ??= startWithTemplate();
    await cluster.then(
      (started) => response.end(started.url()),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => addressServer.listen(0, '127.0.0.1', resolve));
  const address = addressServer.address();
  provide('postgresAt', typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : null);
  return async () => {
    addressServer.close();
    await (await cluster)?.stop();
  };
}

/** Copying a database with all tables takes a tenth of the time of migrating an empty one. */
async function startWithTemplate(): Promise<Cluster> {
  const cluster = await startPostgres();
  const client = new pg.Client(cluster.url());
  await client.connect();
  await client.query(`create database ${template}`);
  await client.end();
  const database = await openDatabase({ url: cluster.url(template), dataDir: '' });
  await migrate(database);
  await database.close();
  return cluster;
}
