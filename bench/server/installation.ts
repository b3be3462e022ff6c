import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort, terminate } from '../process.ts';
import type { LoopReading } from './loop-probe.ts';

const root = join(import.meta.dirname, '../..');

export type Database = 'sqlite' | 'postgres';

/** A server on a database of its own, and what the bench knows of it. */
export interface Installation {
  port: number;
  pid: number;
  /** The ports of all its nodes, the first included. */
  ports: readonly number[];
  /** Milliseconds from spawn until it was ready. */
  bootTime: number;
  /** Access tokens of people spread over all accounts. */
  tokens: string[];
  /** Bytes of the texts that were said, and of the index of them. */
  saidBytes: number;
  indexBytes(): Promise<number>;
  /** Writes so many more messages into the first account, behind the back of the server. */
  sayMore(count: number): Promise<void>;
  /** Bytes of its data folder, where the embedded database is. */
  stored(): Promise<number>;
  /** What its main thread does while this goes on. Only where it was installed to be watched. */
  watched(work: () => Promise<unknown>): Promise<LoopReading>;
  /** Stops it and starts it again on the same data; `isKilled`: without warning. */
  restart(isKilled?: boolean): Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  database?: Database;
  people?: number;
  /** One in so many has a name and can be found; none when omitted. */
  findable?: number;
  signedIn?: number;
  /** Everyone is in so many spaces of 200 people. */
  rooms?: number;
  /** So many messages are in the database, `share` of them in the first account, the others in the rooms. */
  said?: number;
  share?: number;
  /** Processes that share the database and the data folder. */
  nodes?: number;
  /** Its event loop can be watched. */
  isWatched?: boolean;
}

/** Fills a database, then starts the real server on it as a process of its own. */
export async function install({
  database = 'sqlite',
  people = 0,
  findable = 0,
  signedIn = 0,
  rooms = 0,
  said = 0,
  share = 1,
  nodes = 1,
  isWatched = false,
}: Options = {}): Promise<Installation> {
  execFileSync(process.execPath, ['apps/web/build.ts', '--if-stale'], { cwd: root, stdio: 'inherit' });
  const data = mkdtempSync(join(tmpdir(), 'polylogue-bench-data-'));
  const postgres = database === 'postgres' ? await startPostgres() : undefined;
  const env = {
    ...process.env,
    DATA_DIR: data,
    CHALLENGE: 'off',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'silent',
    ...(postgres && { DATABASE_URL: postgres.url }),
  };
  const tokens =
    people > 0
      ? fill({
          ...env,
          PEOPLE: String(people),
          SIGNED_IN: String(signedIn),
          FINDABLE: String(findable),
          ROOMS: String(rooms),
        })
      : [];
  const saidBytes = said > 0 ? fillSaid({ ...env, SAID: String(said), SHARE: String(share) }) : 0;
  const ports = await Promise.all(Array.from({ length: nodes }, freePort));
  let servers: ChildProcess[] = [];
  let numbered = said;
  const kill = () => {
    for (const server of servers) server.kill('SIGKILL');
    postgres?.end();
  };
  process.once('exit', kill);

  const installation: Installation = {
    port: ports[0] ?? 0,
    pid: 0,
    ports,
    bootTime: Number.NaN,
    tokens,
    saidBytes,
    async indexBytes() {
      if (postgres) return bytesOfTable(postgres.url, 'search_texts');
      return (await stat(join(data, 'search.db'))).size;
    },
    async sayMore(count) {
      await fillMore({ ...env, SAID: String(count), AFTER: String(numbered) });
      // The server gives the next numbers to what comes over the wire.
      numbered += 2 * count;
    },
    async stored() {
      const files = await readdir(data, { recursive: true, withFileTypes: true });
      const sizes = await Promise.all(
        files.filter((one) => one.isFile()).map((one) => stat(join(one.parentPath, one.name))),
      );
      return sizes.reduce((sum, { size }) => sum + size, 0);
    },
    async watched(work) {
      const [server] = servers;
      const say = async (order: string) => {
        server?.send(order);
        return (await once(server as ChildProcess, 'message')) as [LoopReading];
      };
      await say('begin');
      await work();
      return (await say('end'))[0];
    },
    async restart(isKilled = false) {
      if (isKilled) for (const server of servers) server.kill('SIGKILL');
      await Promise.all(servers.map(terminate));
      const began = performance.now();
      servers = [];
      for (const port of ports) servers.push(await startNode(port, env, isWatched));
      installation.pid = servers[0]?.pid ?? 0;
      installation.bootTime = performance.now() - began;
    },
    async stop() {
      process.off('exit', kill);
      await Promise.all(servers.map(terminate));
      await postgres?.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
  await installation.restart();
  return installation;
}

/** Starts a node and waits until it is ready. */
async function startNode(port: number, env: NodeJS.ProcessEnv, isWatched: boolean): Promise<ChildProcess> {
  const probe = isWatched ? ['--import', join(import.meta.dirname, 'loop-probe.ts')] : [];
  const server = spawn(process.execPath, [...probe, 'apps/server/src/main.ts'], {
    cwd: root,
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', ...(isWatched ? (['ipc'] as const) : [])],
  });
  const giveUpAt = performance.now() + 30_000;
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok) {
    if (server.exitCode !== null) throw new Error(`The server ended with code ${server.exitCode}.`);
    if (performance.now() > giveUpAt) throw new Error('The server was not ready within 30 s.');
    await wait(5);
  }
  return server;
}

function fill(env: NodeJS.ProcessEnv): string[] {
  const output = execFileSync(process.execPath, ['apps/server/src/testing/crowd-process.ts'], {
    cwd: root,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(output) as string[];
}

function fillSaid(env: NodeJS.ProcessEnv): number {
  const output = execFileSync(process.execPath, ['apps/server/src/testing/said-process.ts'], {
    cwd: root,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(output) as number;
}

async function fillMore(env: NodeJS.ProcessEnv): Promise<void> {
  const filling = spawn(process.execPath, ['apps/server/src/testing/said-process.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(filling, 'exit');
  if (code !== 0) throw new Error(`Filling the database ended with code ${code}.`);
}

/** Bytes of a table and its indexes. */
async function bytesOfTable(url: string, table: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ bytes: string }>(
      'select coalesce(pg_total_relation_size(to_regclass($1)), 0) as bytes',
      [table],
    );
    return Number(rows[0]?.bytes);
  } finally {
    await client.end();
  }
}

async function startPostgres() {
  const child = spawn(process.execPath, ['apps/server/src/testing/postgres-process.ts'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  const end = () => void child.stdin.end();
  return {
    url,
    end,
    async stop() {
      const exit = once(child, 'exit');
      end();
      await exit;
    },
  };
}
