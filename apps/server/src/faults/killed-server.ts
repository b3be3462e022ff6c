import { setTimeout as wait } from 'node:timers/promises';
import { postgresBinaries, startPostgres } from '../testing/postgres.ts';
import type { Fault } from './fault.ts';
import { serverProcess } from './server-process.ts';
import { writers } from './writers.ts';

/** How long a restart may take (milliseconds). */
const soon = 3_000;

/** Kills the server repeatedly while `people` writers write; throws if anything acknowledged is lost. */
async function killAgainAndAgain(
  {
    cycles,
    people,
    patience,
    env,
  }: { cycles: number; people: number; patience: number; env?: Record<string, string> },
  say: (line: string) => void,
) {
  const server = await serverProcess(env);
  let slowest = 0;
  try {
    await server.start();
    const crowd = writers(server.url, people);
    for (let cycle = 1; cycle <= cycles; cycle++) {
      await crowd.more(people);
      await wait(Math.random() * 500);
      await server.end('SIGKILL');
      const took = await server.start();
      slowest = Math.max(slowest, took);
      if (took > patience * soon)
        throw new Error(`After kill ${cycle} it took ${Math.round(took)} ms to be ready.`);
      const lost = await crowd.lost();
      if (lost.length > 0) throw new Error(`Kill ${cycle} lost ${lost.length} uploads, as ${lost[0]?.url}.`);
    }
    await crowd.stop();
    const lost = await crowd.lost();
    if (lost.length > 0) throw new Error(`${lost.length} uploads are gone in the end.`);
    say(
      `${cycles} kills under ${people} writers: ${crowd.acknowledged()} uploads acknowledged, 0 lost, ` +
        `ready again within ${Math.round(slowest)} ms`,
    );
  } finally {
    await server.remove();
  }
}

export const killedServer: Fault = {
  name: 'killed-server',
  summary: 'kill -9 of the server under 200 writers loses nothing acknowledged; it is ready again within 3 s',
  async run(say, cycles, patience) {
    await killAgainAndAgain({ cycles, people: 200, patience }, say);
    return undefined;
  },
};

export const killedServerOnPostgres: Fault = {
  name: 'killed-server-on-postgres',
  summary: `${killedServer.summary}, on PostgreSQL too`,
  async run(say, cycles, patience) {
    if (!(await postgresBinaries())) return { skipped: 'no PostgreSQL package for this computer' };
    const cluster = await startPostgres();
    try {
      await killAgainAndAgain({ cycles, people: 200, patience, env: { DATABASE_URL: cluster.url() } }, say);
    } finally {
      await cluster.stop();
    }
    return undefined;
  },
};
