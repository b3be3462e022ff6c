import type { Sample, ServerQuestion } from '../question.ts';
import type { Database } from './installation.ts';
import { measureCalls } from './me.ts';
import { installation } from './shared-installation.ts';

const few = 1_000;

function question(database: Database): ServerQuestion {
  return {
    name: `server-growth-${database}`,
    asks: `GET /api/v1/user/me on ${database}: does a call cost the same with a million accounts as with a thousand?`,
    sides: ['ours'],
    rows: [
      { says: 'server CPU a call, 1,000 accounts', of: 'cpuFew', unit: 'µs' },
      { says: 'server CPU a call, 1,000,000 accounts', of: 'cpuMany', unit: 'µs' },
      { says: 'many to few', of: 'apart', unit: '×' },
      { says: 'p99, 1,000 accounts', of: 'p99Few', unit: 'ms' },
      { says: 'p99, 1,000,000 accounts', of: 'p99Many', unit: 'ms' },
    ],
    takes: ({ quick }) => (quick ? 10 : 70),
    async measureServer(_side, { quick }): Promise<Sample> {
      const seconds = quick ? 2 : 10;
      const many = quick ? 20_000 : 1_000_000;
      const small = await measureCalls(
        'ours',
        await installation({ database, people: few, signedIn: few }),
        seconds,
      );
      const large = await measureCalls(
        'ours',
        await installation({ database, people: many, signedIn: few }),
        seconds,
      );
      return {
        cpuFew: small.cpu ?? Number.NaN,
        cpuMany: large.cpu ?? Number.NaN,
        apart: (large.cpu ?? Number.NaN) / (small.cpu ?? Number.NaN),
        p99Few: small.p99 ?? Number.NaN,
        p99Many: large.p99 ?? Number.NaN,
      };
    },
  };
}

export const growthOfServer = [question('sqlite'), question('postgres')];
