import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Sample, ServerQuestion } from '../question.ts';
import { quantile } from '../statistics.ts';
import type { Database, Installation } from './installation.ts';
import { get } from './load.ts';
import { memoryOf } from './machine.ts';
import { installation } from './shared-installation.ts';

/** A browser pushes a reply that grows so often (milliseconds). */
const pushPause = 5_000;
/** Characters that come meanwhile, at 50 tokens a second. */
const pieceLength = 1_000;
const messageLength = 950;

function question(database: Database): ServerQuestion {
  return {
    name: `server-conversations-${database}`,
    asks: `Kept conversations on ${database}: what do 2,000 waiting polls, 200 browsers that stream and the end of a conversation of 5,000 messages cost?`,
    sides: ['ours'],
    rows: [
      { says: 'memory of the waiting polls', of: 'polls', unit: 'MB' },
      { says: 'push of a growing reply, p50', of: 'pushP50', unit: 'ms' },
      { says: 'push of a growing reply, p99', of: 'pushP99', unit: 'ms' },
      { says: 'from the push to the poll of another device, p95', of: 'heardP95', unit: 'ms' },
      { says: 'the last 120 messages, p95', of: 'tailP95', unit: 'ms' },
      ...(database === 'sqlite'
        ? [{ says: 'stored for a message of 950 B', of: 'stored', unit: 'kB' as const }]
        : []),
    ],
    takes: ({ quick }) => (quick ? 20 : 50),
    async measureServer(_side, { quick }): Promise<Sample> {
      const polls = quick ? 200 : 2_000;
      const server = await installation({ database, people: polls, signedIn: polls });
      const tails = await measureTail(server, quick ? 500 : 5_000);
      const heard: number[] = [];
      const answered: number[] = [];
      const heads: number[] = [];
      for (const token of server.tokens) heads.push(await headOf(server.port, token));
      const before = memoryOf(server.pid);
      const waiting = await Promise.all(
        server.tokens.map((token, at) => poll(server.port, token, heads[at] ?? 0)),
      );
      await wait(2_000);
      const memory = memoryOf(server.pid) - before;
      const browsers = server.tokens.slice(1, quick ? 21 : 201);
      await Promise.all(
        browsers.map(async (token, at) => {
          // Spread evenly, as in real use.
          await wait((at * pushPause) / browsers.length);
          const one = growingReply(server.port, token);
          for (let times = 0; times < (quick ? 1 : 4); times += 1) {
            const due = performance.now() + pushPause;
            answered.push(await one.push());
            if (times === 0)
              heard.push(Math.max(0, (await waiting[at + 1]?.answer) ?? Number.NaN) - one.pushedAt());
            await wait(due - performance.now());
          }
        }),
      );
      for (const { end } of waiting) end();
      return {
        polls: memory,
        pushP50: quantile(answered, 0.5),
        pushP99: quantile(answered, 0.99),
        heardP95: quantile(heard, 0.95),
        tailP95: quantile(tails.times, 0.95),
        ...(database === 'sqlite' && { stored: tails.bytesOfEach / 1_000 }),
      };
    },
  };
}

export const conversationsOfServer = [question('sqlite'), question('postgres')];

const address = (port: number, path: string) => `http://127.0.0.1:${port}${path}`;

async function post(port: number, token: string, body: object): Promise<void> {
  const { status } = await fetch(address(port, '/api/v1/changes'), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (status !== 200) throw new Error(`A push was answered ${status}.`);
}

/** A long poll for the first change of an account: `answer` resolves with its time. */
async function poll(port: number, token: string, after: number) {
  const socket = connect({ port, host: '127.0.0.1' });
  const answer = Promise.withResolvers<number>();
  socket.once('data', () => answer.resolve(performance.now()));
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  socket.write(get(`/api/v1/changes?after=${after}&wait=25`, { authorization: `Bearer ${token}` }));
  return { answer: answer.promise, end: () => void socket.destroy() };
}

async function headOf(port: number, token: string): Promise<number> {
  const answer = await fetch(address(port, '/api/v1/conversations?limit=1'), {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as { head: number }).head;
}

/** A browser that receives an answer and pushes it as it grows. */
function growingReply(port: number, token: string) {
  const conversation_id = randomUUID();
  const message_id = randomUUID();
  const run_id = randomUUID();
  let offset = 0;
  let pushedAt = Number.NaN;
  return {
    pushedAt: () => pushedAt,
    /** Resolves with how long it took (milliseconds). */
    async push(): Promise<number> {
      const at = Date.now();
      const piece = {
        run_id,
        previous_run_id: null,
        base: 0,
        reasoning_base: 0,
        offset,
        reasoning_offset: 0,
      };
      const message = {
        message_id,
        conversation_id,
        create: { parent_id: null, role: 'assistant', created_at: at, body: '' },
        append: { ...piece, text: 'x'.repeat(pieceLength), reasoning: '' },
      };
      const began = performance.now();
      await post(port, token, {
        conversations: [{ conversation_id, created_at: at, fields: { leaf: [message_id, at] } }],
        messages: [message],
      });
      offset += pieceLength;
      pushedAt = performance.now();
      return pushedAt - began;
    },
  };
}

/** Fills one conversation, then requests its end repeatedly (milliseconds each). */
async function measureTail({ port, tokens: [token = ''], stored, restart }: Installation, count: number) {
  const conversation_id = randomUUID();
  // A restart moves the embedded database's journal into its file.
  await restart();
  const bytes = await stored();
  let parent_id: string | null = null;
  for (let first = 0; first < count; first += 100) {
    const messages = [];
    for (let at = first; at < Math.min(count, first + 100); at += 1) {
      const message_id = randomUUID();
      const role = at % 2 === 0 ? 'user' : 'assistant';
      const body = `${at} `.padEnd(messageLength, 'A message of some words. ');
      messages.push({
        message_id,
        conversation_id,
        create: { parent_id, role, created_at: Date.now(), body },
      });
      parent_id = message_id;
    }
    const at = Date.now();
    const fields = { leaf: [parent_id, at] };
    await post(port, token, { conversations: [{ conversation_id, created_at: at, fields }], messages });
    // As many as an account may push a minute.
    await wait(100);
  }
  await restart();
  const bytesOfEach = ((await stored()) - bytes) / count;
  const times: number[] = [];
  for (let time = 0; time < 200; time += 1) {
    const began = performance.now();
    const answer = await fetch(address(port, `/api/v1/conversations/${conversation_id}?tail=120`), {
      headers: { authorization: `Bearer ${token}` },
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`The end of a conversation was answered ${answer.status}.`);
    if (time >= 20) times.push(performance.now() - began);
  }
  return { times, bytesOfEach };
}
