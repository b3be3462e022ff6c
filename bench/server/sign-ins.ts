import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Sample, ServerQuestion } from '../question.ts';
import { quantile } from '../statistics.ts';
import { memoryOf } from './machine.ts';
import { installation } from './shared-installation.ts';

/** Of the people that crowd-process.ts creates. */
const password = 'Secret-1-secret';

interface Answer {
  status: number;
  retryAfter: string | undefined;
  took: number;
}

export const signIns: ServerQuestion = {
  name: 'server-signins',
  asks: '500 people sign in at once, each from an address of their own: who gets in, and what do the others notice?',
  sides: ['ours'],
  rows: [
    { says: 'last answer after', of: 'last', unit: 'ms' },
    { says: 'not let in', of: 'refused', unit: '%' },
    { says: 'refused without saying when to come back', of: 'rude', unit: '' },
    { says: 'more memory', of: 'memory', unit: 'MB' },
    { says: '/healthz p99 meanwhile', of: 'health', unit: 'ms' },
  ],
  takes: () => 20,
  async measureServer(_side, { quick }): Promise<Sample> {
    const people = quick ? 50 : 500;
    const server = await installation({ people: 500, signedIn: 1 });
    await server.restart();
    await wait(1_000);
    const before = memoryOf(server.pid);
    let highest = before;
    const health: number[] = [];
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        const { took } = await ask(server.port, 'GET', '/healthz', '192.0.2.1');
        health.push(took);
        highest = Math.max(highest, memoryOf(server.pid));
        await wait(10);
      }
    })();
    const answers = await Promise.all(Array.from({ length: people }, (_, at) => signIn(server.port, at + 1)));
    isOver = true;
    await watching;
    const refused = answers.filter(({ status }) => status !== 200);
    const rude = refused.filter(({ status, retryAfter }) => status !== 503 || !retryAfter);
    return {
      last: Math.max(...answers.map(({ took }) => took)),
      refused: (100 * refused.length) / people,
      rude: rude.length,
      memory: highest - before,
      health: quantile(health, 0.99),
    };
  },
};

/** Signs one of them in, from their own address. */
export function signIn(port: number, person: number): Promise<Answer> {
  const body = JSON.stringify({ username: `person${person}`, password });
  return ask(port, 'POST', '/api/auth/signin', `10.1.${person >> 8}.${person & 255}`, body);
}

function ask(port: number, method: string, path: string, address: string, body?: string): Promise<Answer> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const headers = {
      'x-forwarded-for': address,
      ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    };
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          retryAfter: answer.headers['retry-after'],
          took: performance.now() - began,
        }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
