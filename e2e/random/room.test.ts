import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { startImitation } from '@polylogue/imitation';
import { type Server, server as serverAt } from '../account.ts';
import type { NamedMember } from '../people.ts';
import { createSpace, idOf, join, log } from '../room.ts';
import { chance } from './chance.ts';
import { createMembers, openBrowsers, type Person } from './people.ts';
import { killableServer } from './server.ts';
import { stepsWith, type Written } from './steps.ts';

const minutes = Number(process.env.MINUTES ?? 10);
const seed = Number(process.env.SEED ?? Date.now() % 100_000);
/** Steps between two comparisons. */
const round = 25;
/** How long all may take to show the same (milliseconds). */
const patience = 60_000;

test(`five browsers in a room show the same whatever people do, and nothing is lost (seed ${seed})`, async ({
  browser,
}) => {
  const imitation = await startImitation();
  const server = await killableServer();
  const api = serverAt(server.url);
  const members = await createMembers(api);
  const [owner, ...others] = members as [NamedMember, ...NamedMember[]];
  const room = await createSpace(api, owner, 'Kitchen');
  for (const other of others) await join(api, other, room);

  const problems: string[] = [];
  const written: Written = { words: [], deleted: new Set(), secrets: [] };
  const places = { app: server.url, provider: imitation.url, room };
  const people = await openBrowsers(browser, members, places, written.secrets, (one) => problems.push(one));
  const random = chance(seed);
  const steps = stepsWith(random, written, server);
  const counts: Record<string, number> = {};

  async function takeStep() {
    const one = random.among(people) as Person;
    let at = random.number() * steps.reduce((sum, { weight }) => sum + weight, 0);
    const step = steps.find(({ weight }) => {
      at -= weight;
      return at < 0;
    });
    if (!step) return;
    const isTaken = await step.act(one).then(
      () => true,
      () => false,
    );
    if (!isTaken) await one.page.keyboard.press('Escape');
    const taken = isTaken ? step.name : 'could not do that';
    counts[taken] = (counts[taken] ?? 0) + 1;
  }

  async function compare() {
    for (const one of people) await comeBack(one, room);
    const seen = await sameIn(people);
    if (new Set(seen).size > 1) problems.push(`The rooms differ:\n${seen.join('\n')}`);
    const unsent = (await Promise.all(people.map(unsentOf))).join('\n');
    const stored = (await bodiesOf(api, owner, idOf(room))).join('\n');
    const lost = written.words.filter(
      (word) => !written.deleted.has(word) && !stored.includes(word) && !unsent.includes(word),
    );
    if (lost.length > 0) problems.push(`Lost: ${lost.join(', ')}`);
  }

  const until = Date.now() + minutes * 60_000;
  let taken = 0;
  while (Date.now() < until && problems.length === 0) {
    await takeStep();
    taken += 1;
    if (taken % round === 0) await compare();
  }
  await compare();
  console.log(`${taken} steps: ${JSON.stringify(counts)}`);
  expect(problems).toEqual([]);
  for (const { page } of people) await page.context().close();
  await server.stop();
  await imitation.close();
});

async function comeBack(one: Person, room: string) {
  const { page } = one;
  if (one.isOffline) await page.context().setOffline(false);
  one.isOffline = false;
  await page.keyboard.press('Escape');
  if (!page.url().endsWith(room)) await page.goto(room);
}

/** The last words as each of them sees them, once all see the same or have no time left. */
async function sameIn(people: readonly Person[]): Promise<string[]> {
  const giveUpAt = Date.now() + patience;
  for (;;) {
    const seen = await Promise.all(people.map(linesOf));
    // Screens of different heights hold different numbers of lines; the first may be one that holds the focus.
    const common = Math.max(1, Math.min(...seen.map((lines) => lines.length)) - 3);
    const last = seen.map((lines) => lines.slice(-common).join(' | '));
    if (new Set(last).size === 1 || Date.now() > giveUpAt) return last;
    await wait(200);
  }
}

/** What identifies each line on the page: its words, edits and reactions. */
async function linesOf({ page }: Person): Promise<string[]> {
  await log(page).evaluate((node) => node.scrollTo(0, node.scrollHeight));
  const texts = await log(page).getByRole('article').allInnerTexts();
  return texts
    .filter((text) => !text.includes('Not sent'))
    .map((text) => text.match(/word\d+x(?: edited \d+)?|👍|❤️|😂/g)?.join(' ') ?? '')
    .filter((line) => line.includes('word'));
}

/** What was refused and waits for its author. */
const unsentOf = async ({ page }: Person) =>
  (await log(page).getByRole('article').filter({ hasText: 'Not sent' }).allInnerTexts()).join('\n');

/** The texts of all messages, as the server has them. */
async function bodiesOf(api: Server, member: NamedMember, space_id: string): Promise<string[]> {
  // The first access token has expired after some minutes.
  const reader = await api.signIn(member);
  const all: string[] = [];
  let before: number | null = null;
  do {
    const { messages, next }: Page = await api.as(reader, 'GET /api/v1/spaces/:space_id/messages', {
      params: { space_id },
      query: { ...(before !== null && { before }) },
    });
    all.push(...messages.map((message) => ('body' in message ? message.body : '')));
    before = next;
  } while (before !== null);
  return all;
}

interface Page {
  messages: ({ body: string } | object)[];
  next: number | null;
}
