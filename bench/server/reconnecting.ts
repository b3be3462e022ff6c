import { setTimeout as wait } from 'node:timers/promises';
import type { Sample, ServerQuestion } from '../question.ts';
import { quantile } from '../statistics.ts';
import { connectAll, createRooms } from './crowd.ts';
import { installation } from './shared-installation.ts';
import { signIn } from './sign-ins.ts';

const inRoom = 67;

export const reconnecting: ServerQuestion = {
  name: 'server-reconnecting',
  asks: 'The server is killed and 10,000 browsers come back within ten seconds: when have all a socket again, and what does signing in cost meanwhile?',
  sides: ['ours'],
  rows: [
    { says: 'all are connected after', of: 'connected', unit: 'ms' },
    { says: 'signing in at rest, p99', of: 'signInFree', unit: 'ms' },
    { says: 'signing in meanwhile, p50', of: 'signInP50', unit: 'ms' },
    { says: 'signing in meanwhile, p99', of: 'signInP99', unit: 'ms' },
    { says: 'signing in meanwhile, p99 of that at rest', of: 'signInApart', unit: '×' },
  ],
  takes: ({ quick }) => (quick ? 40 : 120),
  async measureServer(_side, { quick }): Promise<Sample> {
    const people = inRoom * (quick ? 15 : 150);
    const server = await installation({ people, signedIn: people });
    const crowd = await createRooms(server, inRoom);
    const sockets = await connectAll(crowd, 10);
    const free = await signingIn(server.port, wait(quick ? 5_000 : 15_000));

    for (const { close } of sockets) close();
    await server.restart(true);
    const began = performance.now();
    const back = connectAll(crowd, 10);
    const busy = await signingIn(server.port, back);
    const connected = performance.now() - began;
    for (const { close } of await back) close();
    await wait(2_000);
    const [signInFree, signInP99] = [quantile(free, 0.99), quantile(busy, 0.99)];
    return {
      connected,
      signInFree,
      signInP50: quantile(busy, 0.5),
      signInP99,
      signInApart: signInP99 / signInFree,
    };
  },
};

/** Signs a person in five times a second until the promise settles; the milliseconds each took. */
async function signingIn(port: number, until: Promise<unknown>): Promise<number[]> {
  const attempts: Promise<number>[] = [];
  let isOver = false;
  void until.finally(() => {
    isOver = true;
  });
  for (let person = 1; !isOver; person++) {
    attempts.push(signIn(port, person).then(({ took }) => took));
    await wait(200);
  }
  return Promise.all(attempts);
}
