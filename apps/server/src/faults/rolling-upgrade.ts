import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { postgresBinaries, startPostgres } from '../testing/postgres.ts';
import { versionBefore } from './earlier-version.ts';
import type { Fault } from './fault.ts';
import { call, me, must, refresh, renewed, signIn, signUp, type Tokens } from './person.ts';
import { serverProcess } from './server-process.ts';
import { writers } from './writers.ts';

/** A file that the earlier version does not have yet; update it with each release. */
const newcomer = 'apps/web/src/features/post/two-tabs.test.ts';
const people = 20;

/** R22: a new version starts beside the earlier one, on the same database and files, and then replaces it. */
export const rollingUpgrade: Fault = {
  name: 'rolling-upgrade',
  summary:
    'a new version may start beside the earlier one: neither refuses or loses anything, and sign-ins work on both',
  async run(say) {
    if (!(await postgresBinaries())) return { skipped: 'no PostgreSQL package for this computer' };
    const earlier = await versionBefore(newcomer);
    if (!earlier) return { skipped: 'the earlier version is not available: it is read from the git history' };
    const cluster = await startPostgres();
    const env = { DATABASE_URL: cluster.url(), CHALLENGE: 'off' };
    const before = await serverProcess(env, { root: earlier.root });
    // Nodes share the data folder.
    const after = await serverProcess({ ...env, DATA_DIR: before.folder });
    try {
      await before.start();
      const names = Array.from({ length: people }, (_, number) => `person${number}`);
      const tokens = new Map<string, Tokens>();
      for (const name of names) tokens.set(name, await signUp(before.url, name));
      const crowd = writers(before.url, people);
      await crowd.more(people);

      const upgraded = after.start();
      let calls = 0;
      let isOver = false;
      const calling = (async () => {
        while (!isOver) {
          const name = names[calls % people] as string;
          must((await me(before.url, tokens.get(name)?.access ?? '')).status === 200, `${name} was refused.`);
          calls += 1;
          await wait(5);
        }
      })();
      const took = await upgraded;
      await crowd.more(people * 5);
      isOver = true;
      await calling;
      must(
        crowd.refused.size === 0,
        `The earlier version refused uploads: ${[...crowd.refused].map(String)}.`,
      );

      // Back and forth: each version accepts the other's tokens.
      for (const [at, name] of names.entries()) {
        const [here, there] = at % 2 === 0 ? [before, after] : [after, before];
        const { refresh: token } = tokens.get(name) as Tokens;
        const first = await refresh(here.url, token);
        must(first.status === 200, `${name}'s sign-in was refused ${first.status} by one version.`);
        const second = await refresh(there.url, renewed(first).refresh);
        must(second.status === 200, `${name}'s sign-in was refused ${second.status} by the other version.`);
        tokens.set(name, renewed(second));
        for (const { url } of [before, after]) {
          must((await me(url, renewed(second).access)).status === 200, `${name} is not known everywhere.`);
        }
      }

      const lost = await crowd.lost();
      await crowd.stop();
      await before.end('SIGTERM');
      must(lost.length === 0, `${lost.length} uploads are gone.`);
      for (const name of names) {
        must((await signIn(after.url, name)).status === 200, `${name} cannot sign in any more.`);
        const { access } = tokens.get(name) as Tokens;
        must((await me(after.url, access)).body.username === name, `${name} is another account.`);
      }
      await mustKnowAllOf(earlier.root, after.url);
      say(
        `the new version was ready after ${Math.round(took)} ms; meanwhile ${calls} calls and ` +
          `${crowd.acknowledged()} uploads on the earlier one, 0 refused, 0 lost; ${people} sign-ins worked on both`,
      );
      return undefined;
    } finally {
      await before.remove();
      await after.remove();
      await cluster.stop();
      await earlier.remove();
    }
  },
};

/** A page opened before the upgrade keeps working: every endpoint it knows still exists. */
async function mustKnowAllOf(earlier: string, url: string) {
  const then = JSON.parse(await readFile(`${earlier}/packages/contract/openapi.json`, 'utf8'));
  const { body: now } = await call(url, 'GET', '/api/openapi.json');
  for (const [path, methods] of Object.entries<object>(then.paths)) {
    for (const method of Object.keys(methods)) {
      must(method in ((now.paths as Record<string, object>)[path] ?? {}), `${method} ${path} is gone.`);
    }
  }
}
