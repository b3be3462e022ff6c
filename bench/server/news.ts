import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Sample, ServerQuestion } from '../question.ts';
import { quantile } from '../statistics.ts';
import { addressOf, connectAll } from './crowd.ts';
import { load } from './load.ts';
import { cpuOf } from './machine.ts';
import { installation } from './shared-installation.ts';

/** Spaces that everyone is in, and people in each. */
const places = 20;
const inRoom = 200;
/** Posts a second, in all spaces together. */
const rate = 50;
/** Every so many sockets one reads its frames. */
const sampled = 50;

/** The space of a person’s place, as the database was filled. @param each spaces that everyone is in one of */
function roomOf(person: number, place: number, each: number): string {
  const number = place * each + ((person + place * Math.floor(person / each)) % each);
  return `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

export const newsOfServer: ServerQuestion = {
  name: 'server-news',
  asks: `10,000 sockets of people in ${places} spaces of ${inRoom} each, none of which is open, ${rate} posts a second in all: when do they learn what is unread, and what does it cost?`,
  sides: ['ours'],
  rows: [
    { says: 'server CPU without posts, of one core', of: 'idle', unit: '%' },
    { says: 'server CPU with posts, of one core', of: 'cpu', unit: '%' },
    { says: 'frames to all sockets, a second', of: 'frames', unit: '' },
    { says: 'first unread post to its frame, p50', of: 'newsP50', unit: 'ms' },
    { says: 'first unread post to its frame, p99', of: 'newsP99', unit: 'ms' },
    { says: 'between two frames as one socket receives them, at least', of: 'between', unit: 'ms' },
    { says: 'answer to the post, p99', of: 'answerP99', unit: 'ms' },
  ],
  takes: ({ quick }) => (quick ? 40 : 200),
  async measureServer(_side, { quick }): Promise<Sample> {
    const people = quick ? 1_000 : 10_000;
    const seconds = quick ? 6 : 30;
    const each = people / inRoom;
    const server = await installation({ people, signedIn: people, rooms: places });
    const sockets = await connectAll({ server, rooms: ['account'], inRoom: people }, quick ? 10 : 60);
    await wait(5_000);

    const atRest = cpuOf(server.pid);
    await wait(seconds * 1_000);
    const idle = cpuOf(server.pid) - atRest;

    /** When each space got a post that a sampled person has not been told of yet. */
    const posted = new Map<string, number[]>();
    const delays: number[] = [];
    const betweens: number[] = [];
    let frames = 0;
    for (const [person, socket] of sockets.entries()) {
      if (person % sampled > 0) continue;
      const told = new Map<string, number>();
      let last = Number.NaN;
      socket.onNews = (unread) => {
        const now = performance.now();
        frames += 1;
        if (!Number.isNaN(last)) betweens.push(now - last);
        last = now;
        for (const room of Object.keys(unread)) {
          const first = posted.get(room)?.find((at) => at > (told.get(room) ?? 0));
          if (first !== undefined) delays.push(now - first);
          told.set(room, now);
        }
      };
    }

    const used = cpuOf(server.pid);
    const { times, statuses } = await load(
      server.port,
      (number) => {
        const person = (number * 7) % people;
        const room = roomOf(person, number % places, each);
        posted.set(room, [...(posted.get(room) ?? []), performance.now()]);
        const body = JSON.stringify({ message_id: randomUUID(), body: `number ${number}.` });
        return `POST /api/v1/spaces/${room}/messages HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${server.tokens[person]}\r\nx-forwarded-for: ${addressOf(person)}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
      },
      rate,
      seconds,
    );
    const cpu = cpuOf(server.pid) - used;
    await wait(5_000);
    for (const { close } of sockets) close();
    await wait(2_000);
    if (statuses.get(200) !== times.length) throw new Error(`Posts were answered ${[...statuses.keys()]}.`);
    return {
      idle: idle / seconds / 10,
      cpu: cpu / seconds / 10,
      frames: (frames * sampled) / seconds,
      newsP50: quantile(delays, 0.5),
      newsP99: quantile(delays, 0.99),
      between: Math.min(...betweens),
      answerP99: quantile(times, 0.99),
    };
  },
};
