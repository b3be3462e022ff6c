import type { Sample, ServerQuestion } from '../question.ts';
import { quantile } from '../statistics.ts';
import type { Side } from '../world.ts';
import type { Database, Installation } from './installation.ts';
import { get, load } from './load.ts';
import { cpuOf } from './machine.ts';
import { installation } from './shared-installation.ts';

const rate = 1000;

/** Calls one side evenly and returns what a call took; the floor is a route that answers a constant. */
export async function measureCalls(side: Side, server: Installation, seconds: number): Promise<Sample> {
  const { port, pid, tokens } = server;
  const asked = tokens.map((token) => get('/api/v1/user/me', { authorization: `Bearer ${token}` }));
  const constant = get('/healthz');
  const request = side === 'floor' ? () => constant : (number: number) => asked[number % asked.length] ?? '';
  // Hot code is compiled first, and every token read once.
  await load(port, request, rate, 4);
  const before = cpuOf(pid);
  const { times, statuses } = await load(port, request, rate, seconds);
  const cpu = cpuOf(pid) - before;
  const wrong = times.length - (statuses.get(200) ?? 0);
  if (wrong > 0)
    throw new Error(`${wrong} calls were not answered 200 (${[...statuses.keys()].join(', ')}).`);
  return {
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    p999: quantile(times, 0.999),
    cpu: (cpu * 1000) / times.length,
  };
}

function question(database: Database): ServerQuestion {
  return {
    name: `server-me-${database}`,
    asks: `GET /api/v1/user/me, 1,000 evenly spaced calls a second, 100,000 accounts on ${database}: what does it cost beside a constant?`,
    sides: ['floor', 'ours'],
    rows: [
      { says: 'p50', of: 'p50', unit: 'ms' },
      { says: 'p99', of: 'p99', unit: 'ms' },
      { says: 'p99.9', of: 'p999', unit: 'ms' },
      { says: 'server CPU a call', of: 'cpu', unit: 'µs' },
    ],
    takes: ({ quick }) => (quick ? 5 : 15),
    async measureServer(side, { quick }) {
      const people = quick ? 1_000 : 100_000;
      return await measureCalls(
        side,
        await installation({ database, people, signedIn: 1_000 }),
        quick ? 2 : 10,
      );
    },
  };
}

export const me = [question('sqlite'), question('postgres')];
