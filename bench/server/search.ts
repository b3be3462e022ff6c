import type { Sample, ServerQuestion } from '../question.ts';
import { quantile } from '../statistics.ts';
import type { Database, Installation } from './installation.ts';
import { get, load, type Request } from './load.ts';
import { installation } from './shared-installation.ts';

const rate = 150;
const signedIn = 1_000;

/** The query of a search. A tenth of all people are called Anna, and all usernames begin alike. */
type QueryOf = (number: number) => string;
const common: QueryOf = (number) => ['first_name=ann', 'full_name=anna', 'username=person'][number % 3] ?? '';
const rare: QueryOf = (number) => {
  const letters = [1, 26, 676].map((place) => String.fromCharCode(97 + (Math.floor(number / place) % 26)));
  return `${['first_name', 'last_name', 'full_name'][number % 3]}=${letters.join('')}`;
};
const exact: QueryOf = (number) =>
  [`email=person${1 + number}@example.com`, `user_id=id-${1 + number}`, `email=nobody${number}@example.com`][
    number % 3
  ] ?? '';
const noMatch: QueryOf = (number) => `${['username', 'first_name', 'last_name'][number % 3]}=zzz${number}`;
const kinds = [common, rare, exact, noMatch];
const anything: QueryOf = (number) => kinds[number % kinds.length]?.(Math.floor(number / kinds.length)) ?? '';

/** The times of the searches, each by another person: no one may search this often alone. */
async function times({ port, tokens }: Installation, sought: QueryOf, seconds: number): Promise<number[]> {
  const request: Request = (number) =>
    get(`/api/v1/user/search?${sought(number)}`, {
      authorization: `Bearer ${tokens[number % tokens.length]}`,
      'x-forwarded-for': `192.0.${number % 100}.${number % 250}`,
    });
  const { times, statuses } = await load(port, request, rate, seconds);
  if (statuses.get(200) === times.length) return times;
  throw new Error(`Not every search was answered 200 (${[...statuses.keys()].join(', ')}).`);
}

function question(database: Database): ServerQuestion {
  return {
    name: `server-search-${database}`,
    asks: `GET /api/v1/user/search on ${database}, ${rate} a second: does it stay quick, however many people there are and however many are meant?`,
    sides: ['ours'],
    rows: [
      { says: 'p95, 10,000 people', of: 'p95Few', unit: 'ms' },
      { says: 'p95, 1,000,000 people', of: 'p95Many', unit: 'ms' },
      { says: 'many to few', of: 'apart', unit: '×' },
      { says: 'p95, what 100,000 and more are called', of: 'p95Common', unit: 'ms' },
      { says: 'p95, what few are called', of: 'p95Rare', unit: 'ms' },
      { says: 'p99, 1,000,000 people', of: 'p99Many', unit: 'ms' },
      { says: 'p95, 1,000,000 people of whom one in 100 is to be found', of: 'p95Sparse', unit: 'ms' },
    ],
    takes: ({ quick }) => (quick ? 25 : 150),
    async measureServer(_side, { quick }): Promise<Sample> {
      const many = quick ? 20_000 : 1_000_000;
      const seconds = quick ? 2 : 8;
      const measured = async (people: number, findable: number) => {
        const server = await installation({ database, people, findable, signedIn });
        // Hot code is compiled first, and every token read once.
        await times(server, anything, quick ? 2 : 7);
        return { server, all: await times(server, anything, seconds) };
      };
      const few = await measured(10_000, 1);
      const sparse = await measured(many, 100);
      const large = await measured(many, 1);
      const p95 = (all: number[]) => quantile(all, 0.95);
      return {
        p95Few: p95(few.all),
        p95Many: p95(large.all),
        apart: p95(large.all) / p95(few.all),
        p95Common: p95(await times(large.server, common, seconds)),
        p95Rare: p95(await times(large.server, rare, seconds)),
        p99Many: quantile(large.all, 0.99),
        p95Sparse: p95(sparse.all),
      };
    },
  };
}

export const searches = [question('sqlite'), question('postgres')];
