import { setTimeout as wait } from 'node:timers/promises';
import type { Sample, ServerQuestion } from '../question.ts';
import { quantile } from '../statistics.ts';
import type { Database, Installation } from './installation.ts';
import { installation } from './shared-installation.ts';

interface Page {
  found: unknown[];
  next: string | null;
  is_indexing: boolean;
}

type Kind = 'messages' | 'posts';

async function ask({ port, tokens }: Installation, kind: Kind, body: object): Promise<Page> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/search/${kind}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens[0]}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status === 429) {
    await wait(1_000 * Number(answer.headers.get('retry-after') ?? 1));
    return ask({ port, tokens } as Installation, kind, body);
  }
  if (answer.status !== 200) throw new Error(`A search was answered ${answer.status}.`);
  return (await answer.json()) as Page;
}

/** Words as `said-process.ts` makes them, from those that are in a third of all messages to those in a few. */
const syllables = 'ka ro in te mo sa li con pre str an er ti de un ex qu fa be gh ow ly ment ing'.split(' ');
function word(number: number): string {
  let text = '';
  let rest = number;
  do {
    text += syllables[rest % syllables.length];
    rest = Math.floor(rest / syllables.length);
  } while (rest > 0);
  return text;
}
const kinds = {
  common: (at: number) => `${word(at % 20)} ${word(20 + (at % 30))} `,
  middling: (at: number) => `${word(500 + ((at * 37) % 1_000))} ${word(at % 50)} `,
  rare: (at: number) => `${word(20_000 + ((at * 991) % 20_000))} `,
  beginnings: (at: number) => word(500 + ((at * 37) % 5_000)).slice(0, 2 + (at % 4)),
  quotes: (at: number) => `"${word(at % 20)} ${word((at * 7) % 60)}"`,
};

/** Milliseconds of the first answers, one question after the other. */
async function times(server: Installation, kind: Kind, queries: ((at: number) => string)[], count: number) {
  const taken: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const text = queries[at % queries.length]?.(at) ?? '';
    const began = performance.now();
    await ask(server, kind, { text });
    taken.push(performance.now() - began);
  }
  return taken;
}

/** Milliseconds until every room has been asked. */
async function allRooms(server: Installation, count: number): Promise<number[]> {
  const taken: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const began = performance.now();
    let cursor: string | null = null;
    do {
      cursor = (await ask(server, 'posts', { text: kinds.common(at), ...(cursor !== null && { cursor }) }))
        .next;
    } while (cursor);
    taken.push(performance.now() - began);
  }
  return taken;
}

function question(database: Database): ServerQuestion {
  return {
    name: `server-said-${database}`,
    asks: `POST /api/v1/search on ${database}: how soon are words found among 1,000,000 messages, in one account, and in an account and 200 rooms?`,
    sides: ['ours'],
    rows: [
      { says: 'reading all messages into the index', of: 'indexed', unit: 'ms' },
      { says: 'index to text', of: 'size', unit: '×' },
      { says: 'all in one feed: words, p95', of: 'wordsP95', unit: 'ms' },
      { says: 'beginnings of words, p95', of: 'beginningsP95', unit: 'ms' },
      { says: 'quotes, p95', of: 'quotesP95', unit: 'ms' },
      { says: 'half in 200 rooms: first finds of the account, p95', of: 'firstP95', unit: 'ms' },
      { says: 'first finds of rooms, p95', of: 'firstRoomsP95', unit: 'ms' },
      { says: 'all rooms asked, p95', of: 'roomsP95', unit: 'ms' },
      { says: 'longest pause of the event loop while searching', of: 'loop', unit: 'ms' },
    ],
    takes: ({ quick }) => (quick ? 60 : 900),
    async measureServer(_side, { quick }): Promise<Sample> {
      const said = quick ? 20_000 : 1_000_000;
      const count = quick ? 20 : 100;
      const filled = async (share: number, rooms: number) => {
        const began = performance.now();
        const server = await installation({
          database,
          people: 200,
          signedIn: 200,
          rooms,
          said,
          share,
          isWatched: true,
        });
        while ((await ask(server, 'messages', { text: 'nothing' })).is_indexing) await wait(250);
        const indexed = performance.now() - began;
        await times(server, 'messages', Object.values(kinds), 20);
        return { server, indexed };
      };
      const one = await filled(1, 0);
      const words = await times(one.server, 'messages', [kinds.common, kinds.middling, kinds.rare], count);
      const beginnings = await times(one.server, 'messages', [kinds.beginnings], count);
      const quotes = await times(one.server, 'messages', [kinds.quotes], count);
      const size = (await one.server.indexBytes()) / one.server.saidBytes;
      const many = await filled(0.5, 200);
      let first: number[] = [];
      let firstRooms: number[] = [];
      let rooms: number[] = [];
      const { longest } = await many.server.watched(async () => {
        first = await times(many.server, 'messages', [kinds.common, kinds.middling, kinds.rare], count);
        firstRooms = await times(many.server, 'posts', [kinds.common, kinds.middling, kinds.rare], count);
        rooms = await allRooms(many.server, quick ? 3 : 12);
      });
      const p95 = (all: number[]) => quantile(all, 0.95);
      return {
        indexed: one.indexed,
        size,
        wordsP95: p95(words),
        beginningsP95: p95(beginnings),
        quotesP95: p95(quotes),
        firstP95: p95(first),
        firstRoomsP95: p95(firstRooms),
        roomsP95: p95(rooms),
        loop: longest,
      };
    },
  };
}

export const messageSearches = [question('sqlite'), question('postgres')];
