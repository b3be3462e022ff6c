import { setTimeout as wait } from 'node:timers/promises';
import type { Sample, ServerQuestion } from '../question.ts';
import { quantile } from '../statistics.ts';
import { connectAll, createRooms, postEvenly } from './crowd.ts';
import type { Database } from './installation.ts';
import { cpuOf, memoryOf } from './machine.ts';
import { installation } from './shared-installation.ts';

/** People in one room, each with a socket. */
const inRoom = 67;
/** Posts a second, in all rooms together. */
const rate = 300;
/** One in so many readers stops reading. */
const stalled = 20;

function question(database: Database, nodes = 1): ServerQuestion {
  const of = nodes > 1 ? ' of the first node' : '';
  const where = nodes > 1 ? `${nodes} nodes on ${database}` : database;
  return {
    name: nodes > 1 ? 'server-rooms-nodes' : `server-rooms-${database}`,
    asks: `Rooms on ${where}: 10,000 sockets in rooms of 67, 300 posts a second. When is a post on the last socket, and what do readers who stall cost the others?`,
    sides: ['ours'],
    rows: [
      { says: `memory${of} two seconds after they connected`, of: 'memoryAtOnce', unit: 'MB' },
      { says: `memory${of} a minute later`, of: 'memory', unit: 'MB' },
      { says: 'deliveries a second', of: 'deliveries', unit: '' },
      { says: 'post to the last socket, p50', of: 'lastP50', unit: 'ms' },
      { says: 'post to the last socket, p99', of: 'lastP99', unit: 'ms' },
      { says: 'answer to the post, p99', of: 'answerP99', unit: 'ms' },
      { says: 'server CPU, of one core', of: 'cpu', unit: '%' },
      { says: 'p99 with 5 % stalled, of that without', of: 'stalledApart', unit: '×' },
      { says: 'more memory with 5 % stalled', of: 'stalledMemory', unit: 'MB' },
    ],
    takes: ({ quick }) => (quick ? 30 : 240),
    async measureServer(_side, { quick }): Promise<Sample> {
      const people = inRoom * (quick ? 15 : 150);
      const seconds = quick ? 5 : 20;
      const server = await installation({ database, people, signedIn: people, nodes });
      const crowd = await createRooms(server, inRoom);
      // As fast as browsers come back after a restart.
      const sockets = await connectAll(crowd, 10);
      await wait(2_000);
      const memoryAtOnce = memoryOf(server.pid);
      // V8 gives back what connecting took once it has been idle for a while.
      await wait(quick ? 0 : 60_000);
      const memory = memoryOf(server.pid);
      // As long as the measurement: how often memory is collected depends on how long the load has lasted.
      await postEvenly(crowd, sockets, rate, seconds);
      const cpu = cpuOf(server.pid);
      const free = await postEvenly(crowd, sockets, rate, seconds);
      const used = cpuOf(server.pid) - cpu;

      const before = memoryOf(server.pid);
      const reading = sockets.filter((socket, at) => at % stalled > 0 || !socket.stall());
      const slowed = await postEvenly(crowd, reading, rate, seconds);
      const after = memoryOf(server.pid);
      for (const { close } of sockets) close();
      // Frees their places for the next run.
      await wait(2_000);
      return {
        memoryAtOnce,
        memory,
        deliveries: free.deliveries / seconds,
        lastP50: quantile(free.last, 0.5),
        lastP99: quantile(free.last, 0.99),
        answerP99: quantile(free.answers, 0.99),
        cpu: used / seconds / 10,
        stalledApart: quantile(slowed.last, 0.99) / quantile(free.last, 0.99),
        stalledMemory: after - before,
      };
    },
  };
}

export const roomsOfServer = [question('sqlite'), question('postgres'), question('postgres', 2)];
