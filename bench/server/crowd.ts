import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { waiverVersion } from '@polylogue/contract/waiver-version';
import type { Installation } from './installation.ts';
import { load } from './load.ts';
import { type OpenSocket, openSocket } from './room-socket.ts';

/** People in rooms, equally many in each; numbered through. */
export interface Crowd {
  server: Installation;
  rooms: readonly string[];
  inRoom: number;
}

/** How a load of posts went. */
export interface PostResult {
  /** Milliseconds from sending each post until it reached the last socket of its room. */
  last: number[];
  /** Milliseconds until each post was answered. */
  answers: number[];
  deliveries: number;
}

/** Each person has their own address: limits per address are not measured here. */
export const addressOf = (person: number) => `10.${person >> 16}.${(person >> 8) & 255}.${person & 255}`;
const roomOf = ({ rooms, inRoom }: Crowd, person: number) => rooms[Math.floor(person / inRoom)] ?? '';
/** People of one room are spread over all nodes. */
const portOf = ({ ports }: Installation, person: number) => ports[person % ports.length] ?? 0;

export async function call(server: Installation, person: number, path: string, body: object) {
  const answer = await fetch(`http://127.0.0.1:${portOf(server, person)}/api/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.tokens[person]}`,
      'content-type': 'application/json',
      'x-forwarded-for': addressOf(person),
      // The server may close a kept-alive connection just as it is used again.
      connection: 'close',
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`POST ${path} was answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** Creates public rooms and fills them with all people; `listeners`: those who join after the first 500 only read. */
export async function createRooms(server: Installation, inRoom: number, listeners = false): Promise<Crowd> {
  const rooms: string[] = [];
  const speaking = 500;
  for (let first = 0; first < server.tokens.length; first += inRoom) {
    const room = randomUUID();
    rooms.push(room);
    await call(server, first, '/spaces', { space_id: room, name: 'Bench', visibility: 'public' });
    const people = Math.min(inRoom, server.tokens.length - first);
    for (let at = 1; at < people; at++) {
      if (listeners && at === speaking) await becomeListeners(server, first, room);
      await call(server, first + at, `/spaces/${room}/join`, {});
    }
  }
  // The memory used for filling them must not be measured.
  await server.restart();
  return { server, rooms, inRoom };
}

async function becomeListeners(server: Installation, owner: number, room: string) {
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/v1/spaces/${room}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${server.tokens[owner]}`, 'content-type': 'application/json' },
    body: JSON.stringify({ joins_as: 'listener' }),
  });
  if (!answer.ok) throw new Error(`The room could not be changed: ${await answer.text()}`);
}

/** Posts these texts in the first room, one after the other, each by the next person; the first may open the web app. */
export async function fillRoom({ server, rooms, inRoom }: Crowd, texts: readonly string[]): Promise<void> {
  await call(server, 0, '/user/me/waiver', { waiver: waiverVersion });
  for (const [at, body] of texts.entries()) {
    await call(server, at % inRoom, `/spaces/${rooms[0]}/messages`, { message_id: randomUUID(), body });
  }
}

/** Opens a socket for each person, evenly within so many seconds. */
export function connectAll(crowd: Crowd, seconds: number): Promise<OpenSocket[]> {
  const { server } = crowd;
  return Promise.all(
    server.tokens.map(async (_, person) => {
      await wait((person * seconds * 1_000) / server.tokens.length);
      const { ticket } = (await call(server, person, '/live/tickets', {})) as { ticket: string };
      return openSocket(portOf(server, person), ticket, roomOf(crowd, person), addressOf(person));
    }),
  );
}

/** Posts evenly in all rooms, and waits until each post is on every socket that reads. */
export async function postEvenly(
  crowd: Crowd,
  sockets: readonly OpenSocket[],
  rate: number,
  seconds: number,
): Promise<PostResult> {
  const { server, rooms, inRoom } = crowd;
  const { ports } = server;
  const sent: number[] = [];
  const last: number[] = [];
  const wanted = new Map(rooms.map((room) => [room, sockets.filter((one) => one.room === room).length]));
  const left: number[] = [];
  let deliveries = 0;
  for (const socket of sockets) {
    socket.onNumber = (number) => {
      deliveries += 1;
      left[number] = (left[number] ?? 0) - 1;
      if (left[number] === 0) last.push(performance.now() - (sent[number] ?? Number.NaN));
    };
  }

  function request(number: number) {
    // Another room each time, and another person in it each round; late joiners may only read.
    const speakers = Math.min(inRoom, 500);
    const room = number % rooms.length;
    const person = room * inRoom + (Math.floor(number / rooms.length) % speakers);
    sent[number] = performance.now();
    left[number] = wanted.get(rooms[room] ?? '') ?? 0;
    const text = { message_id: randomUUID(), body: `number ${number}.`.padEnd(120, ' and so on') };
    const body = JSON.stringify(text);
    return `POST /api/v1/spaces/${rooms[room]}/messages HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${server.tokens[person]}\r\nx-forwarded-for: ${addressOf(person)}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  }

  const results = await Promise.all(
    ports.map((port, node) =>
      load(port, (number) => request(number * ports.length + node), rate / ports.length, seconds),
    ),
  );
  const answers = results.flatMap(({ times }) => times);
  const taken = results.reduce((sum, { statuses }) => sum + (statuses.get(200) ?? 0), 0);
  if (taken < answers.length) {
    const others = results.flatMap(({ statuses }) => [...statuses.keys()]);
    throw new Error(`${answers.length - taken} posts were not taken (${others.join(', ')}).`);
  }
  const giveUpAt = performance.now() + 10_000;
  while (last.length < taken && performance.now() < giveUpAt) await wait(5);
  if (last.length < taken) throw new Error(`${taken - last.length} posts never came to everyone.`);
  return { last, answers, deliveries };
}
