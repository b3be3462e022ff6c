import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { api, BrowserFrame, liveLimits, type Route } from '@polylogue/contract';
import { WebSocket } from 'ws';
import type { Sample, ServerQuestion } from '../question.ts';
import { type Filled, fillAccount } from './filled-account.ts';
import type { Installation } from './installation.ts';
import type { LoopReading } from './loop-probe.ts';
import { installation } from './shared-installation.ts';
import { fullest, mostRows, refusedBodies, type WorstBody } from './worst-bodies.ts';

const people = 60;
/** Bytes of a body, where the endpoint does not say. */
const bodyBytes = 64 * 1024;
/** Below this, a body is not tried again to see how much of it was the machine (milliseconds). */
const cheap = 4;
const mostTries = 6;

interface Cost extends LoopReading {
  what: string;
  bytes: number;
  status: number;
}

const endpoints = Object.values(api).flatMap((table) => Object.values<Route>(table));
const nameOf = ({ method, path }: Route) => `${method} ${path}`;

export const bounds: ServerQuestion = {
  name: 'server-bounds',
  asks: 'How much of the main thread can one request, frame or answer take that is made to cost as much as possible?',
  sides: ['ours'],
  rows: [
    { says: 'a refused body', of: 'refused', unit: 'ms' },
    { says: 'a refused frame', of: 'refusedFrame', unit: 'ms' },
    { says: 'a refused body, beside one of half its length', of: 'apart', unit: '×' },
    { says: 'an accepted body, in one piece', of: 'accepted', unit: 'ms' },
    { says: 'an accepted frame, in one piece', of: 'acceptedFrame', unit: 'ms' },
    { says: 'an answer, in one piece', of: 'answered', unit: 'ms' },
  ],
  takes: ({ quick }) => (quick ? 120 : 600),
  async measureServer(_side, { quick }): Promise<Sample> {
    const server = await installation({ people, signedIn: people, isWatched: true });
    const caller = callerOf(server);
    // What runs for the first time is compiled first.
    for (let time = 0; time < 30; time += 1)
      await caller.send('POST', '/api/v1/changes', '{"conversations":[]}');

    const refused: (Cost & { half: () => Promise<Cost> })[] = [];
    const accepted: Cost[] = [];
    for (const route of endpoints) {
      if (!('body' in route) || !route.body) continue;
      const { body: shape, bodyLimit: bytes = bodyBytes } = route;
      const bodies = [...refusedBodies(shape, bytes)].filter((_, at) => !quick || at % 7 === 0);
      const halves = new Map([...refusedBodies(shape, bytes / 2)].map((one) => [one.says, one]));
      for (const body of bodies) {
        const cost = await caller.costOf(route, body);
        const half = () => caller.costOf(route, halves.get(body.says) ?? body);
        if (cost.status < 300) accepted.push(cost);
        else refused.push({ ...cost, half });
      }
      for (const body of [fullest(shape, bytes), fullest(shape, bytes / 2), mostRows(shape, bytes)]) {
        const cost = await caller.costOf(route, linked(body));
        if (cost.status < 300) accepted.push(cost);
      }
    }
    refused.sort((one, other) => other.busy - one.busy);
    const apart: number[] = [];
    for (const one of refused.slice(0, 5)) apart.push(one.busy / Math.max(1, (await one.half()).busy));

    const frames = await frameCosts(server, caller, quick);
    const filled = await fillAccount((path, body) => caller.post(path, body), quick);
    const answers = await answerCosts(caller, filled);
    print('Refused bodies', refused, 'busy');
    print('Refused frames', frames.refused, 'busy');
    print('Accepted bodies', accepted, 'longest');
    print('Accepted frames', frames.accepted, 'longest');
    print('Answers', answers, 'longest');
    return {
      refused: most(refused, 'busy'),
      refusedFrame: most(frames.refused, 'busy'),
      apart: Math.max(...apart),
      accepted: most(accepted, 'longest'),
      acceptedFrame: most(frames.accepted, 'longest'),
      answered: most(answers, 'longest'),
    };
  },
};

/** A push whose messages belong to its conversations, and whose texts begin where they must. */
function linked({ says, body }: WorstBody): WorstBody {
  const push = JSON.parse(body);
  if (!push.messages || !push.conversations) return { says, body };
  for (const [at, message] of push.messages.entries()) {
    message.conversation_id = push.conversations[at % push.conversations.length].conversation_id;
    const start = { base: 0, reasoning_base: 0, offset: 0, reasoning_offset: 0, previous_run_id: null };
    if (message.create) message.create.body = '';
    if (message.append) Object.assign(message.append, start);
  }
  return { says, body: JSON.stringify(push) };
}

const most = (costs: readonly Cost[], of: keyof LoopReading) => Math.max(0, ...costs.map((cost) => cost[of]));

function print(title: string, costs: readonly Cost[], of: keyof LoopReading) {
  const worst = costs.toSorted((one, other) => other[of] - one[of]).slice(0, 12);
  console.log(`\n${title}: ${costs.length}, the worst (status, kB, ms busy, ms in one piece)`);
  for (const { what, bytes, status, busy, longest } of worst) {
    const numbers = [status, Math.round(bytes / 1_000), busy.toFixed(1), longest.toFixed(1)];
    console.log(`${numbers.map((one) => String(one).padStart(7)).join(' ')}  ${what}`);
  }
}

type Caller = ReturnType<typeof callerOf>;

/** Calls as one person after the other, each time from another address: limits are not measured here. */
function callerOf(server: Installation) {
  let calls = 0;

  function send(method: string, path: string, body?: string, person = calls % people) {
    calls += 1;
    return fetch(`http://127.0.0.1:${server.port}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${server.tokens[person]}`,
        'x-forwarded-for': `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
        connection: 'close',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    });
  }

  /** The least of several tries: what is more had to wait for something else. */
  async function leastOf(what: string, bytes: number, call: () => Promise<number>) {
    let least: Cost | undefined;
    for (let tries = 0; tries < mostTries; tries += 1) {
      let status = 0;
      const reading = await server.watched(async () => {
        status = await call();
      });
      // Overloaded, or called too often: nothing was looked at.
      if (status === 503 || status === 429) await wait(1_500);
      // What was accepted once may be refused the next time.
      else if (least && status !== least.status) break;
      else if (!least || reading.busy < least.busy) least = { what, bytes, status, ...reading };
      if (least && least.busy < cheap) break;
    }
    return least ?? { what, bytes, status: 429, busy: 0, longest: 0 };
  }

  const pathOf = ({ path }: Route, params: Record<string, string> = {}) =>
    path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? randomUUID());

  return {
    send,
    leastOf,
    pathOf,
    costOf: (route: Route, { says, body }: WorstBody): Promise<Cost> =>
      leastOf(`${nameOf(route)}: ${says}`, body.length, async () => {
        const answer = await send(route.method, pathOf(route), body);
        await answer.arrayBuffer();
        return answer.status;
      }),
    /** As the first person. */
    async post(path: string, body: object) {
      const answer = await send('POST', path, JSON.stringify(body), 0);
      if (answer.status !== 200)
        throw new Error(`POST ${path} was answered ${answer.status}: ${await answer.text()}`);
      return answer.json();
    },
  };
}

async function answerCosts(caller: Caller, { params, query }: Filled): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (const route of endpoints) {
    if (route.method !== 'GET') continue;
    for (const more of query[nameOf(route)] ?? ['']) {
      const path = caller.pathOf(route, params) + more;
      let bytes = 0;
      const cost = await caller.leastOf(`${route.method} ${route.path}${more}`, 0, async () => {
        const answer = await caller.send('GET', path, undefined, 0);
        bytes = (await answer.arrayBuffer()).byteLength;
        return answer.status;
      });
      costs.push({ ...cost, bytes });
    }
  }
  const unread = costs.filter(({ status }) => status !== 200);
  console.log(`\nNot read: ${unread.map(({ what, status }) => `${what} (${status})`).join(', ')}`);
  return costs.filter(({ status }) => status === 200);
}

async function frameCosts(server: Installation, caller: Caller, quick: boolean) {
  const refused: Cost[] = [];
  const accepted: Cost[] = [];

  /** Sends a frame over a socket of its own; resolves with how it was closed, or 200. */
  async function costOf(what: string, frame: string, hasGreeted: boolean) {
    const least = {
      what,
      bytes: frame.length,
      status: 0,
      busy: Number.POSITIVE_INFINITY,
      longest: 0,
    } as Cost;
    for (let tries = 0; tries < 3 && least.busy > cheap; tries += 1) {
      const ws = new WebSocket(`ws://127.0.0.1:${server.port}/live`, {
        origin: `http://localhost:${server.port}`,
        headers: {
          'x-forwarded-for': `10.9.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
        },
      });
      ws.on('error', () => {});
      await once(ws, 'open');
      if (hasGreeted) {
        const { ticket } = (await (await caller.send('POST', '/api/v1/live/tickets')).json()) as {
          ticket?: string;
        };
        if (!ticket) continue;
        ws.send(JSON.stringify({ type: 'hello', ticket, after: {} }));
        await once(ws, 'message');
      }
      let status = 200;
      const reading = await server.watched(async () => {
        const closed = once(ws, 'close').then(([code]) => {
          status = code as number;
        });
        ws.send(frame);
        await Promise.race([closed, wait(40)]);
      });
      ws.terminate();
      if (reading.busy < least.busy) Object.assign(least, reading, { status });
    }
    (least.status === 200 ? accepted : refused).push(least);
  }

  const [hello] = BrowserFrame.options;
  const kinds = BrowserFrame.options.map((shape) => ({ shape, isFirst: shape === hello }));
  for (const { shape, isFirst } of kinds) {
    const bodies = [
      ...refusedBodies(shape, liveLimits.frameBytes - 16),
      fullest(shape, liveLimits.frameBytes - 16),
    ];
    for (const { says, body } of bodies.filter((_, at) => !quick || at % 7 === 0)) {
      await costOf(`${shape.shape.type.value}: ${says}`, body, !isFirst);
    }
  }
  return { refused, accepted };
}
