import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { postgresBinaries, startPostgres } from '../testing/postgres.ts';
import type { Fault } from './fault.ts';
import { call, must, signIn, signUp } from './person.ts';
import { serverProcess } from './server-process.ts';

/** How many devices push at once, each with its own account. */
const devices = 20;
/** The pause between two pushes from a device: 240 a minute are allowed (milliseconds). */
const pause = 300;
/** Number of pieces in which a reply is pushed. */
const pieces = 5;

interface Reply {
  id: string;
  text: string;
}

/**
 * A device that pushes one reply after another, piece by piece. It repeats each push until it is acknowledged, and
 * sends some twice. Acknowledged text is recorded here for comparison.
 */
async function device(url: string, number: number) {
  const name = `device_${number}`;
  let { access } = await signUp(url, name);
  const conversation_id = randomUUID();
  const replies: Reply[] = [];
  let acknowledged = 0;
  let isPushing = true;

  async function request(method: string, path: string, body?: object) {
    for (;;) {
      const answer = await call(url, method, path, {
        ...(body && { body }),
        headers: { authorization: `Bearer ${access}` },
      }).catch(() => null);
      if (answer?.status === 200) return answer.body;
      if (answer?.status === 401) access = String((await signIn(url, name)).body.access_token);
      await wait(pause);
    }
  }

  async function push() {
    const reply: Reply = { id: randomUUID(), text: '' };
    const run_id = randomUUID();
    const parent_id = replies.at(-1)?.id ?? null;
    const at = Date.now();
    replies.push(reply);
    for (let piece = 0; piece < pieces && isPushing; piece++) {
      const text = `piece ${piece} of reply ${replies.length} of device ${number}. `;
      const message = {
        message_id: reply.id,
        conversation_id,
        create: { parent_id, role: 'assistant', created_at: at, body: '' },
        append: {
          run_id,
          previous_run_id: null,
          base: 0,
          reasoning_base: 0,
          offset: reply.text.length,
          text,
          reasoning_offset: 0,
          reasoning: '',
          ...(piece === pieces - 1 && { ended_at: Date.now() }),
        },
      };
      const conversation = { conversation_id, created_at: at, fields: { leaf: [reply.id, Date.now()] } };
      const body = { conversations: [conversation], messages: [message] };
      await request('POST', '/api/v1/changes', body);
      if (Math.random() < 0.2) await request('POST', '/api/v1/changes', body);
      reply.text += text;
      acknowledged += 1;
      await wait(pause);
    }
  }

  const done = (async () => {
    while (isPushing) await push();
  })();

  return {
    acknowledged: () => acknowledged,
    async stop() {
      isPushing = false;
      await done;
    },
    /** Throws unless the account has each reply exactly once, as it was pushed. */
    async check() {
      const stored: { message_id: string; body: string }[] = [];
      for (let after: string | null = '0'; after !== null; ) {
        const page = await request('GET', `/api/v1/conversations/${conversation_id}/messages?after=${after}`);
        stored.push(...(page.messages as typeof stored));
        after = page.next as string | null;
      }
      const texts = new Map(stored.map(({ message_id, body }) => [message_id, body]));
      must(texts.size === stored.length, `Something of device ${number} is there twice.`);
      for (const { id, text } of replies) {
        if (text === '') continue;
        must(
          texts.get(id) === text,
          `A reply of device ${number} is “${texts.get(id)}” instead of “${text}”.`,
        );
      }
    },
  };
}

async function killUnderPushes(
  { cycles, env }: { cycles: number; env?: Record<string, string> },
  say: (line: string) => void,
) {
  const server = await serverProcess({ CHALLENGE: 'off', ...env });
  try {
    await server.start();
    const all = await Promise.all(Array.from({ length: devices }, (_, number) => device(server.url, number)));
    const total = () => all.reduce((sum, one) => sum + one.acknowledged(), 0);
    for (let cycle = 0; cycle < cycles; cycle++) {
      const goal = total() + devices;
      const giveUpAt = Date.now() + 60_000;
      while (total() < goal) {
        must(Date.now() < giveUpAt, `Only ${total()} pushes came through.`);
        await wait(5);
      }
      await wait(Math.random() * pause);
      await server.end('SIGKILL');
      await server.start();
    }
    for (const one of all) await one.stop();
    for (const one of all) await one.check();
    say(
      `${cycles} kills under ${devices} devices: ${total()} pushes acknowledged, nothing lost, nothing duplicated`,
    );
  } finally {
    await server.remove();
  }
}

export const killedPush: Fault = {
  name: 'killed-push',
  summary:
    'kill -9 of the server under devices that push conversations loses nothing acknowledged, and duplicates nothing',
  async run(say, cycles) {
    await killUnderPushes({ cycles }, say);
    return undefined;
  },
};

export const killedPushOnPostgres: Fault = {
  name: 'killed-push-on-postgres',
  summary: `${killedPush.summary}, on PostgreSQL too`,
  async run(say, cycles) {
    if (!(await postgresBinaries())) return { skipped: 'no PostgreSQL package for this computer' };
    const cluster = await startPostgres();
    try {
      await killUnderPushes({ cycles, env: { DATABASE_URL: cluster.url() } }, say);
    } finally {
      await cluster.stop();
    }
    return undefined;
  },
};
