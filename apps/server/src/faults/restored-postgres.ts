import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../testing/postgres.ts';
import type { Fault } from './fault.ts';
import { me, must, signIn, signUp } from './person.ts';
import { serverProcess } from './server-process.ts';
import { writers } from './writers.ts';

const tools = ['initdb', 'postgres', 'createdb', 'pg_dump', 'pg_restore'];

/** R24, with the commands of docs/operations.md: an upgrade went wrong, and the version before is started again. */
export const restoredPostgres: Fault = {
  name: 'restored-postgres',
  summary:
    'a dump of PostgreSQL made under 50 writers brings back the version before an upgrade, and can be upgraded again',
  async run(say) {
    const bin = process.env.PG_BIN ?? '';
    if (!tools.every((tool) => existsSync(join(bin, tool)))) {
      return { skipped: 'PG_BIN does not name a folder with the server and tools of one PostgreSQL' };
    }
    const folder = await mkdtemp(join(tmpdir(), 'polylogue-dump-'));
    const dump = join(folder, 'polylogue.dump');
    const cluster = await startPostgres({ bin });
    const url = cluster.url();
    const server = await serverProcess({ CHALLENGE: 'off' });
    const run = (tool: string, ...args: string[]) =>
      execFileSync(join(bin, tool), args, { stdio: ['ignore', 'ignore', 'pipe'] });
    try {
      await server.start({ DATABASE_URL: url });
      const ada = await signUp(server.url, 'ada');
      const crowd = writers(server.url, 50);
      await crowd.more(100);
      run('pg_dump', '--format=custom', `--file=${dump}`, url);
      await cp(join(server.folder, 'files'), join(folder, 'files'), { recursive: true });
      await crowd.more(50);
      await crowd.stop();
      await server.end('SIGTERM');
      await upgrade(url);

      const restored = cluster.url('polylogue_restored');
      run(
        'createdb',
        `--maintenance-db=${url}`,
        '--template=template0',
        '--encoding=UTF8',
        'polylogue_restored',
      );
      run(
        'pg_restore',
        '--exit-on-error',
        '--single-transaction',
        '--no-owner',
        `--dbname=${restored}`,
        dump,
      );
      await rm(join(server.folder, 'files'), { recursive: true });
      await cp(join(folder, 'files'), join(server.folder, 'files'), { recursive: true });

      await server.start({ DATABASE_URL: restored });
      must((await signIn(server.url, 'ada')).status === 200, 'No one can sign in to the restored server.');
      must(
        (await me(server.url, ada.access)).status === 200,
        'People who were signed in are signed out by the restore.',
      );
      await server.end('SIGTERM');
      await upgrade(restored);
      say('dumped under writers, restored into a new database, started, and upgraded again');
    } finally {
      await server.remove();
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    }
    return undefined;
  },
};

/** What the migration of a later version does: a table that depends on an earlier one. */
async function upgrade(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('create table later (user_id text references users (user_id))');
  await client.query("insert into migrations (name, ran_at) values ('9999-later', 1)");
  await client.end();
}
