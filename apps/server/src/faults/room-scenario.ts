import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { PostRow, Withheld } from '@polylogue/contract';
import { type Cluster, startPostgres } from '../testing/postgres.ts';
import { type FaultProxy, faultProxy } from '../testing/tcp-fault-proxy.ts';
import { call, must, signUp } from './person.ts';
import { type RoomPerson, roomPerson } from './room-person.ts';
import { serverProcess } from './server-process.ts';

type Node = Awaited<ReturnType<typeof serverProcess>>;
type Say = (line: string) => void;

const size = { people: 6, rooms: 2 };
/** How long until every room is equal again (milliseconds). */
export const convergenceTime = 10_000;
/** How long a browser or a node may take to notice a silent connection (milliseconds). */
export const detectionTime = 40_000;

/** Nodes of one installation, and people in its rooms. */
export interface RoomScenario {
  nodes: Node[];
  people: RoomPerson[];
  /** The PostgreSQL server, and the proxy between it and the second node. */
  cluster: Cluster | undefined;
  postgresProxy: FaultProxy | undefined;
  /** Resolves once `howMany` more things are acknowledged. */
  more(howMany: number): Promise<void>;
  /**
   * Everyone pauses; throws unless every open room is, within `limit`, what would be fetched anew, and that is what
   * was acknowledged.
   */
  mustAgree(after: string, limit?: number): Promise<void>;
}

/** Runs `injectFault` while people use rooms; throws if anything acknowledged is lost or duplicated. */
export async function withRooms(
  on: 'sqlite' | 'postgres',
  say: Say,
  injectFault: (scenario: RoomScenario) => Promise<string>,
): Promise<void> {
  const cluster = on === 'postgres' ? await startPostgres() : undefined;
  const postgresProxy = cluster && (await faultProxy(cluster.url()));
  const nodes: Node[] = [];
  const people: RoomPerson[] = [];
  try {
    await startNodes(nodes, cluster, postgresProxy);
    await enterRooms(nodes, people);
    const slowest = new Map<string, number>();
    const total = () => people.reduce((sum, one) => sum + one.acknowledged(), 0);
    for (const one of people) one.begin();

    const scenario: RoomScenario = {
      nodes,
      people,
      cluster,
      postgresProxy,
      async more(howMany) {
        const goal = total() + howMany;
        const giveUpAt = Date.now() + 60_000;
        while (total() < goal) {
          must(Date.now() < giveUpAt, `Only ${total()} things came through.`);
          await wait(10);
        }
      },
      async mustAgree(after, limit = convergenceTime) {
        const began = performance.now();
        for (const one of people) one.rest(true);
        const took = await agreed(nodes, people, began + limit, after);
        await mustHaveAll(nodes, people);
        for (const one of people) one.rest(false);
        slowest.set(after, Math.max(slowest.get(after) ?? 0, took - began));
      },
    };
    const done = await injectFault(scenario);
    await scenario.mustAgree('in the end');
    for (const one of people) await one.stop();
    const times = [...slowest].map(([after, ms]) => `${after} ${Math.round(ms)} ms`);
    say(`${done}: ${total()} posts, edits, reactions and deletions acknowledged, none lost, none twice`);
    say(`all rooms equal at the latest: ${times.join(', ')}`);
  } finally {
    for (const { browser, line } of people) {
      browser.stop();
      line.stop();
    }
    for (const node of nodes) await node.remove();
    postgresProxy?.stop();
    await cluster?.stop();
  }
}

async function startNodes(
  nodes: Node[],
  cluster: Cluster | undefined,
  postgresProxy: FaultProxy | undefined,
) {
  const first = await serverProcess({ CHALLENGE: 'off', ...(cluster && { DATABASE_URL: cluster.url() }) });
  nodes.push(first);
  await first.start();
  if (!cluster || !postgresProxy) return;
  const throughProxy = Object.assign(new URL(cluster.url()), { host: new URL(postgresProxy.url).host }).href;
  // Nodes have one address, and share the data folder.
  const shared = { CHALLENGE: 'off', PUBLIC_URL: first.url, DATA_DIR: first.folder };
  const second = await serverProcess({ ...shared, DATABASE_URL: throughProxy });
  nodes.push(second);
  await second.start();
}

async function enterRooms(nodes: readonly Node[], people: RoomPerson[]) {
  const urls = nodes.map(({ url }) => url);
  const [origin = ''] = urls;
  const rooms = Array.from({ length: size.rooms }, () => randomUUID());
  for (let number = 0; number < size.people; number++) {
    const username = `person_${number}`;
    const { access } = await signUp(origin, username);
    // Half of them on each node, and on the other one while that is down.
    const [near = origin, ...others] = number % 2 === 0 ? urls : urls.toReversed();
    const address = `10.0.0.${number}`;
    const person = await roomPerson({ username, access, nodes: [near, ...others], origin, address });
    people.push(person);
    for (const space_id of rooms) {
      const name = 'Town hall';
      if (number === 0) {
        await person.browser.call('POST /api/v1/spaces', { body: { space_id, name, visibility: 'public' } });
      } else {
        await person.browser.call('POST /api/v1/spaces/:space_id/join', { params: { space_id }, body: {} });
      }
      person.enter(space_id);
    }
  }
}

/** All messages of a room as one person would fetch them now, straight from a node. */
async function fetched(
  nodes: readonly Node[],
  { browser }: RoomPerson,
  space_id: string,
): Promise<PostRow[]> {
  const rows: (PostRow | Withheld)[] = [];
  for (let before = ''; ; ) {
    const headers = { authorization: `Bearer ${browser.access()}` };
    const url = nodes.at(-1)?.url ?? '';
    const path = `/api/v1/spaces/${space_id}/messages?limit=200${before}`;
    const { status, body } = await call(url, 'GET', path, { headers });
    if (status === 401) {
      await browser.call('GET /api/v1/user/me', {});
      continue;
    }
    must(status === 200, `Fetching a room was answered ${status}.`);
    rows.unshift(...(body.messages as typeof rows));
    if (body.next === null) return rows as PostRow[];
    before = `&before=${body.next}`;
  }
}

/** Throws unless what was acknowledged is in the rooms, once, and nothing else. */
async function mustHaveAll(nodes: readonly Node[], people: readonly RoomPerson[]) {
  const [person] = people;
  for (const space_id of person?.spaces ?? []) {
    const rows = person ? await fetched(nodes, person, space_id) : [];
    const numbers = rows.map(({ number }) => number);
    must(
      numbers.every((number, at) => number === at + 1),
      `The numbers of a room are ${numbers}.`,
    );
    const posts = new Map(rows.filter(({ kind }) => kind === 'post').map((row) => [row.message_id, row]));
    const written = people.flatMap((one) => one.posts.filter((post) => post.space_id === space_id));
    for (const { message_id, body } of written) {
      const found = posts.get(message_id)?.body;
      must(found === body, `A post is “${found}” instead of “${body}”.`);
    }
    must(
      posts.size === written.length,
      `There are ${posts.size} posts in a room, and ${written.length} were written.`,
    );
  }
}

/** Resolves with the time at which every open room was what its person would fetch. */
async function agreed(
  nodes: readonly Node[],
  people: readonly RoomPerson[],
  giveUpAt: number,
  after: string,
) {
  while (people.some(({ isBusy }) => isBusy())) {
    must(
      performance.now() < giveUpAt,
      `${after}, ${people.find(({ isBusy }) => isBusy())?.username} is still waiting.`,
    );
    await wait(10);
  }
  for (const person of people) {
    for (const space_id of person.spaces) {
      const wanted = await fetched(nodes, person, space_id);
      for (;;) {
        const { rows } = person.browser.room(space_id).read();
        // Older messages are loaded on demand.
        const from = rows[0]?.number ?? 0;
        const shown = wanted.filter(({ number }) => number >= from);
        if (rows.length > 0 && isDeepStrictEqual(rows, shown)) break;
        must(
          performance.now() < giveUpAt,
          `${after}, ${person.username} ${differenceOf(rows, shown)} ${positionsOf(people, space_id)}`,
        );
        await wait(10);
      }
    }
  }
  return performance.now();
}

function differenceOf(rows: readonly PostRow[], wanted: readonly PostRow[]): string {
  const at = wanted.findIndex((row, index) => !isDeepStrictEqual(row, rows[index]));
  const pair = `${JSON.stringify(rows[at])} instead of ${JSON.stringify(wanted[at])}`;
  return `sees ${rows.length} of ${wanted.length} rows, the first that differs is ${pair}.`;
}

/** How far each person has come in a room. */
function positionsOf(people: readonly RoomPerson[], space_id: string): string {
  const stands = people.map(({ username, browser }) => {
    const { cursor, rows } = browser.room(space_id).read();
    return `${username} is at ${cursor} with ${rows.length} rows, ${browser.isOnline() ? 'online' : 'offline'}`;
  });
  return `${stands.join('; ')}.`;
}
