import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { postgresBinaries } from '../testing/postgres.ts';
import { blackHole, noFaults } from '../testing/tcp-fault-proxy.ts';
import type { Fault } from './fault.ts';
import { must } from './person.ts';
import { convergenceTime, detectionTime, type RoomScenario, withRooms } from './room-scenario.ts';

const second = 1_000;

const holds = 'loses nothing acknowledged, duplicates nothing, and every room is equal within 10 s';

const onPostgres = (injectFault: (scenario: RoomScenario, cycles: number) => Promise<string>): Fault['run'] =>
  async function run(say, cycles) {
    if (!(await postgresBinaries())) return { skipped: 'no PostgreSQL package for this computer' };
    await withRooms('postgres', say, (scenario) => injectFault(scenario, cycles));
    return undefined;
  };

async function killNodes({ nodes, people, more, mustAgree }: RoomScenario, cycles: number): Promise<string> {
  for (let cycle = 0; cycle < cycles; cycle++) {
    const node = nodes[cycle % nodes.length] as RoomScenario['nodes'][number];
    await more(5);
    await wait(second + Math.random() * 2 * second);
    await node.end('SIGKILL');
    await node.start();
    await mustAgree('after a kill');
    await untilOnline(people);
  }
  return `${cycles} kills of ${nodes.length === 1 ? 'the only node' : 'one of two nodes'}`;
}

export const killedNode: Fault = {
  name: 'killed-node-in-rooms',
  summary: `kill -9 of one of two nodes under people in rooms ${holds}`,
  run: onPostgres(killNodes),
};

export const killedOnlyNode: Fault = {
  name: 'killed-only-node-in-rooms',
  summary: `kill -9 of the only node, on SQLite, under people in rooms ${holds}`,
  async run(say, cycles) {
    await withRooms('sqlite', say, (scenario) => killNodes(scenario, cycles));
    return undefined;
  },
};

export const killedPostgresInRooms: Fault = {
  name: 'killed-postgres-in-rooms',
  summary: `killing PostgreSQL under people in rooms closes no socket, ${holds}`,
  run: onPostgres(async ({ nodes, people, cluster, more, mustAgree }, cycles) => {
    for (let cycle = 0; cycle < cycles; cycle++) {
      await more(5);
      await untilOnline(people);
      await cluster?.kill();
      await wait(Math.random() * 2 * second);
      must(
        people.every(({ browser }) => browser.isOnline()),
        `A socket was closed by kill ${cycle + 1}.`,
      );
      await cluster?.restart();
      await mustAgree('after PostgreSQL was back');
      must(
        nodes.every((node) => node.isAlive()),
        'A node died with its database.',
      );
    }
    return `${cycles} ends of PostgreSQL`;
  }),
};

export const lostListen: Fault = {
  name: 'lost-listen-in-rooms',
  summary: `ending or silencing the connection on which nodes notify each other ${holds}`,
  run: onPostgres(async ({ cluster, postgresProxy, more, mustAgree }, cycles) => {
    const admin = new pg.Client(cluster?.url());
    await admin.connect();
    const listening = `query in ('select 1', 'listen "polylogue_live"') and pid <> pg_backend_pid()`;
    for (let cycle = 0; cycle < cycles; cycle++) {
      await more(5);
      await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${listening}`);
      // Until a node listens again, it finds changes by polling.
      await mustAgree('after LISTEN was terminated');
    }
    await admin.end();
    await more(5);
    postgresProxy?.setFaults(blackHole);
    await wait(5 * second);
    postgresProxy?.setFaults(noFaults);
    await mustAgree('after a node could not reach PostgreSQL', detectionTime + convergenceTime);
    return `${cycles} terminated LISTEN connections, and one node without PostgreSQL for 5 s`;
  }),
};

export const brokenLines: Fault = {
  name: 'broken-lines-in-rooms',
  summary:
    'resets, lost answers, jitter, 1 KB/s and black holes lose and duplicate nothing; rooms are equal 10 s later, or once noticed',
  run: onPostgres(async ({ people, more, mustAgree }, cycles) => {
    const lines = people.map(({ line }) => line);
    for (let cycle = 0; cycle < cycles; cycle++) {
      await more(5);
      for (const line of lines) line.reset();
      await mustAgree('after resets');
      for (const line of lines) line.setFaults({ latency: 100, jitter: 400 });
      await more(10);
      await mustAgree('with jitter of 400 ms');
      for (const line of lines) line.setFaults({ losesAnswers: true });
      await wait(second);
      for (const line of lines) line.setFaults(noFaults);
      await mustAgree('after lost answers');
    }
    const [slow, deaf, mute, unreachable] = people;
    slow?.line.setFaults({ rate: 1024 });
    await more(20);
    slow?.line.setFaults(noFaults);
    await mustAgree('after 1 KB/s');

    deaf?.line.setFaults({ swallows: ['answers'] });
    mute?.line.setFaults({ swallows: ['requests'] });
    unreachable?.line.setFaults(blackHole);
    await more(10);
    for (const one of [deaf, unreachable]) {
      await until(
        () => !one?.browser.isOnline(),
        detectionTime + second,
        'A browser did not notice its silence.',
      );
    }
    // Its browser still receives: the server has to notice the silence.
    await until(() => !mute?.browser.isOnline(), 60 * second, 'The server did not notice a silence.');
    for (const one of [deaf, mute, unreachable]) one?.line.setFaults(noFaults);
    await mustAgree('after black holes', detectionTime + convergenceTime);
    return `${cycles} rounds of resets, jitter and lost answers, 1 KB/s, three black holes`;
  }),
};

async function untilOnline(people: RoomScenario['people']) {
  for (const { browser, username } of people) {
    await until(browser.isOnline, convergenceTime, `${username} still has no socket.`);
  }
}

async function until(condition: () => boolean, limit: number, otherwise: string) {
  const giveUpAt = performance.now() + limit;
  while (!condition()) {
    must(performance.now() < giveUpAt, otherwise);
    await wait(10);
  }
}
