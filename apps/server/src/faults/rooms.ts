import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { postgresBinaries } from '../testing/postgres.ts';
import { blackHole, honest } from '../testing/tcp-fault-proxy.ts';
import type { Fault } from './fault.ts';
import { must } from './person.ts';
import { inRooms, noticed, soon, type Town } from './room-town.ts';

const second = 1_000;

const holds = 'loses nothing acknowledged, leaves nothing there twice, and every room is equal within 10 s';

const onPostgres = (upset: (town: Town, cycles: number) => Promise<string>): Fault['run'] =>
  async function run(say, cycles) {
    if (!(await postgresBinaries())) return { skipped: 'no PostgreSQL package for this computer' };
    await inRooms('postgres', say, (town) => upset(town, cycles));
    return undefined;
  };

async function killNodes({ nodes, people, more, mustAgree }: Town, cycles: number): Promise<string> {
  for (let cycle = 0; cycle < cycles; cycle++) {
    const node = nodes[cycle % nodes.length] as Town['nodes'][number];
    await more(5);
    await wait(second + Math.random() * 2 * second);
    await node.end('SIGKILL');
    await node.start();
    await mustAgree('after a kill');
    await everybodyOnline(people);
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
    await inRooms('sqlite', say, (town) => killNodes(town, cycles));
    return undefined;
  },
};

export const killedPostgresInRooms: Fault = {
  name: 'killed-postgres-in-rooms',
  summary: `killing PostgreSQL under people in rooms closes no socket, ${holds}`,
  run: onPostgres(async ({ nodes, people, cluster, more, mustAgree }, cycles) => {
    for (let cycle = 0; cycle < cycles; cycle++) {
      await more(5);
      await everybodyOnline(people);
      await cluster?.kill();
      await wait(Math.random() * 2 * second);
      must(
        people.every(({ browser }) => browser.isOnline()),
        'A socket was closed.',
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
  summary: `cutting off or silencing the connection on which nodes hear of each other ${holds}`,
  run: onPostgres(async ({ cluster, road, more, mustAgree }, cycles) => {
    const admin = new pg.Client(cluster?.url());
    await admin.connect();
    const listening = `query in ('select 1', 'listen "polylogue_live"') and pid <> pg_backend_pid()`;
    for (let cycle = 0; cycle < cycles; cycle++) {
      await more(5);
      await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${listening}`);
      // While nobody has connected again, changes are found by looking.
      await mustAgree('after LISTEN was cut');
    }
    await admin.end();
    await more(5);
    road?.behave(blackHole);
    await wait(5 * second);
    road?.behave(honest);
    await mustAgree('after a node could not reach PostgreSQL', noticed + soon);
    return `${cycles} cuts of LISTEN, and one node without PostgreSQL for 5 s`;
  }),
};

export const brokenLines: Fault = {
  name: 'broken-lines-in-rooms',
  summary:
    'resets, lost answers, jitter, 1 KB/s and black holes between people and nodes lose nothing acknowledged, leave nothing there twice, and every room is equal within 10 s after they ended or were noticed (40 s)',
  run: onPostgres(async ({ people, more, mustAgree }, cycles) => {
    const lines = people.map(({ line }) => line);
    for (let cycle = 0; cycle < cycles; cycle++) {
      await more(5);
      for (const line of lines) line.reset();
      await mustAgree('after resets');
      for (const line of lines) line.behave({ latency: 100, jitter: 400 });
      await more(10);
      await mustAgree('with jitter of 400 ms');
      for (const line of lines) line.behave({ losesAnswers: true });
      await wait(second);
      for (const line of lines) line.behave(honest);
      await mustAgree('after lost answers');
    }
    const [slow, deaf, mute, cut] = people;
    slow?.line.behave({ rate: 1024 });
    await more(20);
    slow?.line.behave(honest);
    await mustAgree('after 1 KB/s');

    deaf?.line.behave({ swallows: ['answers'] });
    mute?.line.behave({ swallows: ['requests'] });
    cut?.line.behave(blackHole);
    await more(10);
    for (const one of [deaf, cut]) {
      await until(() => !one?.browser.isOnline(), noticed + second, 'A browser did not notice its silence.');
    }
    // It still hears: the server has to notice that nothing comes from there.
    await until(() => !mute?.browser.isOnline(), 60 * second, 'The server did not notice a silence.');
    for (const one of [deaf, mute, cut]) one?.line.behave(honest);
    await mustAgree('after black holes', noticed + soon);
    return `${cycles} rounds of resets, jitter and lost answers, 1 KB/s, three black holes`;
  }),
};

async function everybodyOnline(people: Town['people']) {
  for (const { browser, username } of people) {
    await until(browser.isOnline, soon, `${username} still has no socket.`);
  }
}

async function until(condition: () => boolean, limit: number, otherwise: string) {
  const giveUpAt = performance.now() + limit;
  while (!condition()) {
    must(performance.now() < giveUpAt, otherwise);
    await wait(10);
  }
}
