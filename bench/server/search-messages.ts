import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '@polylogue/sync';
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

/** A request of a person; where they have asked too often, it waits. `took`: milliseconds of the answer alone. */
async function call(
  server: Installation,
  method: string,
  path: string,
  body?: object,
  person = 0,
): Promise<{ answer: unknown; took: number }> {
  const { port, tokens } = server;
  for (;;) {
    const began = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens[person]}`,
        'x-forwarded-for': `192.0.2.${person}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer: unknown = response.status === 204 ? null : await response.json();
    const took = performance.now() - began;
    if (response.ok) return { answer, took };
    if (response.status === 401) {
      tokens[person] = await signIn(port, person);
      continue;
    }
    if (response.status !== 429) throw new Error(`${method} ${path} was answered ${response.status}.`);
    await wait(1_000 * Number(response.headers.get('retry-after') ?? 1));
  }
}

/** Another access token: one is good for ten minutes. */
async function signIn(port: number, person: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${person}` },
    body: JSON.stringify({ username: `person${person + 1}`, password: 'Secret-1-secret' }),
  });
  if (!response.ok) throw new Error(`Signing in was answered ${response.status}.`);
  return ((await response.json()) as { access_token: string }).access_token;
}

/** By the first person, who alone has conversations and is in 20 rooms, or by another one, who is in all 200. */
async function ask(
  server: Installation,
  kind: Kind,
  body: object,
  person = 0,
): Promise<Page & { took: number }> {
  const { answer, took } = await call(server, 'POST', `/api/v1/search/${kind}`, body, person);
  return { ...(answer as Page), took };
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

/** Milliseconds until so many hits are there, or until there are no more. */
async function until(hits: number, server: Installation, kind: Kind, text: string, person = 0) {
  let page = await ask(server, kind, { text }, person);
  let found = page.found.length;
  let taken = page.took;
  while (page.next && found < hits) {
    page = await ask(server, kind, { text, cursor: page.next }, person);
    found += page.found.length;
    taken += page.took;
  }
  return taken;
}

/** As many as a page shows. */
const few = 20;

/** Milliseconds until the first hits are there, one question after the other. */
async function times(server: Installation, kind: Kind, queries: ((at: number) => string)[], count: number) {
  const taken: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const text = queries[at % queries.length]?.(at) ?? '';
    taken.push(await until(few, server, kind, text, kind === 'posts' ? 1 + at : 0));
  }
  return taken;
}

/** Milliseconds until every room has been asked. */
async function allRooms(server: Installation, count: number): Promise<number[]> {
  const taken: number[] = [];
  for (let at = 0; at < count; at += 1) {
    taken.push(await until(Number.POSITIVE_INFINITY, server, 'posts', kinds.common(at), 1 + at));
  }
  return taken;
}

/** Milliseconds until the first hits of both the conversations and the rooms are there. */
async function both(server: Installation, queries: ((at: number) => string)[], count: number) {
  const taken: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const text = queries[at % queries.length]?.(at) ?? '';
    const both = [until(few, server, 'messages', text), until(few, server, 'posts', text)];
    taken.push(Math.max(...(await Promise.all(both))));
  }
  return taken;
}

/** Waits until all messages are in the index, and says how it goes on. */
async function indexing(server: Installation) {
  const began = performance.now();
  for (let saidAt = began; ; await wait(1_000)) {
    // On a busy machine the database may not answer in time meanwhile.
    const page = await ask(server, 'messages', { text: 'nothing' }).catch(() => null);
    if (page?.is_indexing === false) break;
    if (performance.now() - saidAt < 20_000) continue;
    saidAt = performance.now();
    const megabytes = Math.round((await server.indexBytes()) / 1e6);
    console.error(`  indexing for ${Math.round((saidAt - began) / 1_000)} s: ${megabytes} MB`);
  }
  return performance.now() - began;
}

/** Has asked nothing before: who has, waits until they may search again. */
const writer = 199;

/** Writes 20 messages a second and looks for every twentieth: the longest time until it is found (milliseconds). */
async function lagOf(server: Installation, seconds: number): Promise<number> {
  const conversation_id = newId();
  const waits: Promise<number>[] = [];
  for (let at = 0; at < 20 * seconds; at += 1) {
    const text = `lag${word(at)} written`;
    const now = Date.now();
    const create = { parent_id: null, role: 'user', created_at: now, body: text };
    const began = performance.now();
    const changes = {
      conversations: at === 0 ? [{ conversation_id, created_at: now, fields: {} }] : [],
      messages: [{ message_id: newId(), conversation_id, create }],
    };
    await call(server, 'POST', '/api/v1/changes', changes, writer);
    if (at % 20 === 0) waits.push(untilFound(server, text, began, writer));
    await wait(Math.max(0, 50 - (performance.now() - began)));
  }
  return Math.max(...(await Promise.all(waits)));
}

const longestWait = 300_000;

async function untilFound(server: Installation, text: string, began: number, person = 0): Promise<number> {
  while ((await ask(server, 'messages', { text }, person)).found.length === 0) {
    if (performance.now() - began > longestWait) throw new Error(`${text} is not found.`);
    await wait(100);
  }
  return performance.now() - began;
}

/** Milliseconds until so many messages that came at once are found, and the longest pause meanwhile. */
async function catchingUp(server: Installation, count: number) {
  let behind = 0;
  const { longest } = await server.watched(async () => {
    await server.sayMore(count);
    const began = performance.now();
    const text = 'lastofall written';
    const now = Date.now();
    const conversation_id = newId();
    const create = { parent_id: null, role: 'user', created_at: now, body: text };
    await call(server, 'POST', '/api/v1/changes', {
      conversations: [{ conversation_id, created_at: now, fields: {} }],
      messages: [{ message_id: newId(), conversation_id, create }],
    });
    behind = await untilFound(server, text, began);
  });
  return { behind, behindLoop: longest };
}

function question(database: Database): ServerQuestion {
  // Each database has a budget of its own.
  const sizeOf = database === 'sqlite' ? 'size' : 'sizePostgres';
  return {
    name: `server-said-${database}`,
    asks: `POST /api/v1/search on ${database}: how soon are words found among 1,000,000 messages, half of them in one account, half in 200 rooms?`,
    sides: ['ours'],
    rows: [
      { says: 'reading all messages into the index', of: 'indexed', unit: 'ms' },
      { says: 'index to text', of: sizeOf, unit: '×' },
      { says: 'one feed of 500,000: words, p95', of: 'wordsP95', unit: 'ms' },
      { says: 'beginnings of words, p95', of: 'beginningsP95', unit: 'ms' },
      { says: 'quotes, p95', of: 'quotesP95', unit: 'ms' },
      { says: '200 rooms: first 20 hits, p95', of: 'firstRoomsP95', unit: 'ms' },
      { says: 'all rooms asked, p95', of: 'roomsP95', unit: 'ms' },
      { says: 'longest pause of the event loop while searching', of: 'loop', unit: 'ms' },
      { says: 'conversations and 20 rooms at once: words, p95', of: 'bothWordsP95', unit: 'ms' },
      { says: 'conversations and 20 rooms at once: quotes, p95', of: 'bothQuotesP95', unit: 'ms' },
      { says: 'found after it was written, at 20 messages a second, at most', of: 'lag', unit: 'ms' },
      { says: '100,000 messages at once: until all are found', of: 'behind', unit: 'ms' },
      { says: 'longest pause of the event loop meanwhile', of: 'behindLoop', unit: 'ms' },
    ],
    takes: ({ quick }) => (quick ? 60 : 900),
    async measureServer(_side, { quick }): Promise<Sample> {
      const said = quick ? 20_000 : 1_000_000;
      const count = quick ? 20 : 100;
      const server = await installation({
        database,
        people: 200,
        signedIn: 200,
        rooms: 200,
        said,
        share: 0.5,
        isWatched: true,
      });
      const indexed = await indexing(server);
      const size = (await server.indexBytes()) / server.saidBytes;
      await times(server, 'messages', Object.values(kinds), 20);
      let words: number[] = [];
      let beginnings: number[] = [];
      let quotes: number[] = [];
      let firstRooms: number[] = [];
      let rooms: number[] = [];
      const { longest } = await server.watched(async () => {
        words = await times(server, 'messages', [kinds.common, kinds.middling, kinds.rare], count);
        beginnings = await times(server, 'messages', [kinds.beginnings], count);
        quotes = await times(server, 'messages', [kinds.quotes], count);
        firstRooms = await times(server, 'posts', [kinds.common, kinds.middling, kinds.rare], count);
        rooms = await allRooms(server, quick ? 3 : 12);
      });
      const bothWords = await both(server, [kinds.common, kinds.middling, kinds.rare], count);
      const bothQuotes = await both(server, [kinds.quotes], count);
      const lag = await lagOf(server, quick ? 2 : 10);
      const behind = await catchingUp(server, quick ? 2_000 : 100_000);
      const p95 = (all: number[]) => quantile(all, 0.95);
      return {
        indexed,
        [sizeOf]: size,
        wordsP95: p95(words),
        beginningsP95: p95(beginnings),
        quotesP95: p95(quotes),
        firstRoomsP95: p95(firstRooms),
        roomsP95: p95(rooms),
        loop: longest,
        bothWordsP95: p95(bothWords),
        bothQuotesP95: p95(bothQuotes),
        lag,
        ...behind,
      };
    },
  };
}

export const messageSearches = [question('sqlite'), question('postgres')];
