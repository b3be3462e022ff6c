import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Sample, ServerQuestion } from '../question.ts';
import { quantile } from '../statistics.ts';
import type { Database, Installation } from './installation.ts';
import { load } from './load.ts';
import { cpuOf, memoryOf } from './machine.ts';
import { type OpenSocket, openSocket } from './room-socket.ts';
import { installation } from './shared-installation.ts';

/** People who talk. */
interface Crowd {
  name: string;
  asks: string;
  /** People in one room, each with a socket. */
  inRoom: number;
  rooms: number;
  /** The same, in a quick run. */
  quick: Partial<Pick<Crowd, 'inRoom' | 'rooms'>>;
  /** Posts a second, in all rooms together. */
  rate: number;
}

const many: Crowd = {
  name: 'rooms',
  asks: '10,000 sockets in rooms of 67, 300 posts a second',
  inRoom: 67,
  rooms: 150,
  quick: { rooms: 15 },
  rate: 300,
};
const hot: Crowd = {
  name: 'hot-room',
  asks: '2,000 sockets in one room, 8 posts a second',
  inRoom: 2_000,
  rooms: 1,
  quick: { inRoom: 200 },
  rate: 8,
};

/** One in so many readers stops reading. */
const stalled = 20;

function question(crowd: Crowd, database: Database): ServerQuestion {
  return {
    name: `server-${crowd.name}-${database}`,
    asks: `Rooms on ${database}: ${crowd.asks}. When is a post on the last socket, and what do readers who stall cost the others?`,
    sides: ['ours'],
    rows: [
      { says: 'memory with all sockets', of: 'memory', unit: 'MB' },
      { says: 'deliveries a second', of: 'deliveries', unit: '' },
      { says: 'post to the last socket, p50', of: 'lastP50', unit: 'ms' },
      { says: 'post to the last socket, p99', of: 'lastP99', unit: 'ms' },
      { says: 'answer to the post, p99', of: 'answerP99', unit: 'ms' },
      { says: 'server CPU, of one core', of: 'cpu', unit: '%' },
      { says: 'p99 with 5 % stalled, of that without', of: 'stalledApart', unit: '×' },
      { says: 'more memory with 5 % stalled', of: 'stalledMemory', unit: 'MB' },
    ],
    takes: ({ quick }) => (quick ? 30 : 180),
    async measureServer(_side, { quick }): Promise<Sample> {
      const { inRoom, rooms: howMany, rate } = quick ? { ...crowd, ...crowd.quick } : crowd;
      const people = inRoom * howMany;
      const seconds = quick ? 5 : 20;
      const server = await installation({ database, people, signedIn: people });
      const rooms = await settle(server, inRoom);
      const town = { server, rooms, inRoom, rate };
      const roomOf = (person: number) => rooms[Math.floor(person / inRoom)] ?? '';
      const sockets = await Promise.all(
        server.tokens.map(async (token, person) => {
          // As fast as browsers come back after a restart.
          await wait((person * 10_000) / people);
          const ticket = await ticketOf(server, token, person);
          return openSocket(server.port, ticket, roomOf(person), addressOf(person));
        }),
      );
      await wait(2_000);
      const memory = memoryOf(server.pid);
      await posted(town, sockets, 3);
      const cpu = cpuOf(server.pid);
      const free = await posted(town, sockets, seconds);
      const used = cpuOf(server.pid) - cpu;

      const before = memoryOf(server.pid);
      const reading = sockets.filter((socket, at) => at % stalled > 0 || !socket.stall());
      const slowed = await posted(town, reading, seconds);
      const after = memoryOf(server.pid);
      for (const { close } of sockets) close();
      // Their places are free again for the next run.
      await wait(2_000);
      return {
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

export const roomsOfServer = [many, hot].flatMap((crowd) => [
  question(crowd, 'sqlite'),
  question(crowd, 'postgres'),
]);

/** Each with an address of its own: limits for one address are not asked here. */
const addressOf = (person: number) => `10.${person >> 16}.${(person >> 8) & 255}.${person & 255}`;

async function call({ port }: Installation, token: string, person: number, path: string, body: object) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-forwarded-for': addressOf(person),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`POST ${path} was answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

async function ticketOf(server: Installation, token: string, person: number): Promise<string> {
  const { ticket } = (await call(server, token, person, '/live/tickets', {})) as { ticket: string };
  return ticket;
}

/** Fills new rooms with all people. */
async function settle(server: Installation, inRoom: number): Promise<string[]> {
  const rooms: string[] = [];
  for (let first = 0; first < server.tokens.length; first += inRoom) {
    const room = randomUUID();
    rooms.push(room);
    const [owner = '', ...others] = server.tokens.slice(first, first + inRoom);
    await call(server, owner, first, '/spaces', { space_id: room, name: 'Bench', visibility: 'public' });
    for (const [at, token] of others.entries()) {
      await call(server, token, first + 1 + at, `/spaces/${room}/join`, {});
    }
  }
  return rooms;
}

interface Town extends Pick<Crowd, 'inRoom' | 'rate'> {
  server: Installation;
  rooms: readonly string[];
}

/** Posts evenly in all rooms, and waits until each post is on every socket that reads. */
async function posted(
  { server, rooms, inRoom, rate }: Town,
  sockets: readonly OpenSocket[],
  seconds: number,
) {
  const people = server.tokens.length;
  const sent: number[] = [];
  const last: number[] = [];
  const wanted = new Map(rooms.map((room) => [room, sockets.filter((one) => one.room === room).length]));
  const left: number[] = [];
  let deliveries = 0;
  for (const socket of sockets) {
    socket.heard = (number) => {
      deliveries += 1;
      left[number] = (left[number] ?? 0) - 1;
      if (left[number] === 0) last.push(performance.now() - (sent[number] ?? Number.NaN));
    };
  }
  const { times, statuses } = await load(
    server.port,
    (number) => {
      // Another room each time, and another person in it each round.
      const person = (number * inRoom + Math.floor(number / rooms.length)) % people;
      const room = rooms[Math.floor(person / inRoom)] ?? '';
      sent[number] = performance.now();
      left[number] = wanted.get(room) ?? 0;
      const text = { message_id: randomUUID(), body: `number ${number}.`.padEnd(120, ' and so on') };
      const body = JSON.stringify(text);
      return `POST /api/v1/spaces/${room}/messages HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${server.tokens[person]}\r\nx-forwarded-for: ${addressOf(person)}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    },
    rate,
    seconds,
  );
  const taken = statuses.get(200) ?? 0;
  if (taken < times.length) {
    throw new Error(`${times.length - taken} posts were not taken (${[...statuses.keys()].join(', ')}).`);
  }
  const giveUpAt = performance.now() + 10_000;
  while (last.length < taken && performance.now() < giveUpAt) await wait(5);
  if (last.length < taken) throw new Error(`${taken - last.length} posts never came to everyone.`);
  return { last, answers: times, deliveries };
}
