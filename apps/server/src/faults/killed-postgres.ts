import { setTimeout as wait } from 'node:timers/promises';
import { postgresBinaries, startPostgres } from '../testing/postgres.ts';
import type { Fault } from './fault.ts';
import { serverProcess } from './server-process.ts';
import { writers } from './writers.ts';

/** How long recovery may take once PostgreSQL is back (milliseconds). */
const soon = 5_000;

export const killedPostgres: Fault = {
  name: 'killed-postgres',
  summary:
    'killing PostgreSQL under 200 writers loses nothing acknowledged; the server answers 503 meanwhile, stays alive, and reconnects within 5 s',
  async run(say, cycles, patience) {
    if (!(await postgresBinaries())) return { skipped: 'no PostgreSQL package for this computer' };
    const cluster = await startPostgres();
    const server = await serverProcess({ DATABASE_URL: cluster.url() });
    let slowest = 0;
    try {
      await server.start();
      const crowd = writers(server.url, 200);
      for (let cycle = 1; cycle <= cycles; cycle++) {
        await crowd.more(40);
        await cluster.kill();
        await wait(Math.random() * 1_000);
        const { status } = await fetch(`${server.url}/readyz`);
        if (status !== 503) throw new Error(`Without its database the server answered ${status}.`);
        await cluster.restart();
        const began = performance.now();
        while (!(await fetch(`${server.url}/readyz`)).ok) {
          if (performance.now() - began > patience * soon)
            throw new Error('The server did not find its database again.');
          await wait(20);
        }
        slowest = Math.max(slowest, performance.now() - began);
        if (!server.isAlive()) throw new Error('The server died with its database.');
      }
      await crowd.stop();
      const lost = await crowd.lost();
      if (lost.length > 0) throw new Error(`${lost.length} uploads are gone, as ${lost[0]?.url}.`);
      // With this many people at once, some hit the limit shared by everyone.
      const odd = [...crowd.refused.keys()].filter((status) => status !== 503 && status !== 429);
      if (odd.length > 0) throw new Error(`Meanwhile people were answered ${odd.join(', ')}, not only 503.`);
      say(
        `${cycles} ends of PostgreSQL under 200 writers: ${crowd.acknowledged()} uploads acknowledged, 0 lost, ` +
          `found again within ${Math.round(slowest)} ms`,
      );
    } finally {
      await server.remove();
      await cluster.stop();
    }
    return undefined;
  },
};
