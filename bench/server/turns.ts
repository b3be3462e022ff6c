import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Sample, ServerQuestion } from '../question.ts';
import { quantile } from '../statistics.ts';
import { type Crowd, call, connectAll, createRooms } from './crowd.ts';
import { cpuOf } from './machine.ts';
import type { OpenSocket } from './room-socket.ts';
import { installation } from './shared-installation.ts';

/** People in one room, each with a socket. */
const inRoom = 100;
/** Pieces a second of one answer, with eight tokens each: 200 tokens a second. */
const rate = 25;
/** One in so many pieces is followed to the last socket. */
const followed = 5;
const spent = { input: 1, output: 1, usd: null, is_estimate: false };
const started = { provider: 'openai', model: 'gpt', host: 'api.example', used: [] };

function question(turns: number, nodes: number): ServerQuestion {
  const where = nodes > 1 ? `${nodes} nodes` : 'one node';
  return {
    name: `server-turns-${turns}${nodes > 1 ? '-nodes' : ''}`,
    asks: `${turns} answers at once of 200 tokens a second, each in a room of ${inRoom}, on ${where}. When is a piece on the last screen?`,
    sides: ['ours'],
    rows: [
      { says: 'from the holder to the last screen, p50', of: 'lastP50', unit: 'ms' },
      { says: 'from the holder to the last screen, p95', of: 'lastP95', unit: 'ms' },
      { says: 'frames a second to one reader', of: 'frames', unit: '' },
      { says: 'CPU of the first node, of one core', of: 'cpu', unit: '%' },
    ],
    takes: ({ quick }) => (quick ? 20 : 60),
    async measureServer(_side, { quick }): Promise<Sample> {
      const many = quick ? Math.max(1, turns / 5) : turns;
      const people = many * inRoom;
      const database = nodes > 1 ? 'postgres' : 'sqlite';
      const server = await installation({ database, people, signedIn: people, nodes });
      const crowd = await createRooms(server, inRoom);
      const sockets = await connectAll(crowd, Math.max(2, people / 500));
      await wait(1_000);
      await streamAnswers(crowd, sockets, 3);
      const cpu = cpuOf(server.pid);
      const seconds = quick ? 5 : 15;
      const { last, frames } = await streamAnswers(crowd, sockets, seconds);
      const used = cpuOf(server.pid) - cpu;
      for (const { close } of sockets) close();
      await wait(1_000);
      return {
        lastP50: quantile(last, 0.5),
        lastP95: quantile(last, 0.95),
        frames: frames / people / seconds,
        cpu: used / seconds / 10,
      };
    },
  };
}

/** In each room, the first person asks and answers for so many seconds. */
async function streamAnswers(crowd: Crowd, sockets: readonly OpenSocket[], seconds: number) {
  const sent: number[] = [];
  const left: number[] = [];
  const last: number[] = [];
  let frames = 0;
  for (const socket of sockets) {
    socket.onPiece = () => {
      frames += 1;
    };
    socket.onNumber = (mark) => {
      left[mark] = (left[mark] ?? 0) - 1;
      if (left[mark] === 0) last.push(performance.now() - (sent[mark] ?? Number.NaN));
    };
  }
  let marks = 0;

  async function turn(room: string, at: number) {
    const holder = sockets[at * inRoom] as OpenSocket;
    const [turn_id, message_id] = [randomUUID(), randomUUID()];
    const { promise, resolve } = Promise.withResolvers<number>();
    holder.onTurnFrame = ({ type, epoch }) => {
      if (type === 'offer') resolve(epoch);
      else holder.send({ type: 'heartbeat', feed: room, turn_id, epoch });
    };
    const torch = { lend: null, lent_at: 0, spent_today: { usd: 0, tokens: 0 } };
    holder.send({ type: 'presence', feed: room, is_visible: true, torch });
    await call(crowd.server, at * inRoom, `/spaces/${room}/messages`, { message_id, body: 'Ask', turn_id });
    const epoch = await promise;
    const turn = { type: 'append', feed: room, turn_id, epoch, base: 0 };
    holder.send({ ...turn, offset: 0, text: '', started });
    let length = 0;
    const began = performance.now();
    for (let piece = 0; piece < rate * seconds; piece++) {
      await wait(began + (piece * 1_000) / rate - performance.now());
      let text = 'eight words of an answer, one each ';
      if (piece % followed === 0) {
        const mark = ++marks;
        text = `#${String(mark).padStart(8, '0')} ${text}`;
        left[mark] = inRoom;
        sent[mark] = performance.now();
      }
      holder.send({ ...turn, offset: length, text });
      length += text.length;
    }
    holder.send({ ...turn, offset: length, text: '', ended: { length, spent } });
  }

  await Promise.all(crowd.rooms.map(turn));
  const giveUpAt = performance.now() + 10_000;
  while (last.length < marks && performance.now() < giveUpAt) await wait(5);
  if (last.length < marks)
    throw new Error(`${marks - last.length} of ${marks} pieces never came to everyone.`);
  return { last, frames };
}

export const turnsOfServer = [question(1, 1), question(1, 2), question(50, 2)];
