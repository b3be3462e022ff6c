import { setTimeout as wait } from 'node:timers/promises';
import { test as base, expect, type Page } from '@playwright/test';
import { type Imitation, startImitation } from '@polylogue/imitation';
import { server as serverAt } from '../account.ts';
import { createMember, type NamedMember, uniqueName } from '../people.ts';
import { createSpace, idOf, join, log } from '../room.ts';
import { chance } from './chance.ts';
import { createMembers, openBrowsers, type Person } from './people.ts';
import { problemsIn, type Row, rowsOf, turnTally, unendedTurns } from './rows.ts';
import { type KillableServer, killableServer } from './server.ts';
import { stepsWith, type Written } from './steps.ts';

const minutes = Number(process.env.MINUTES ?? 10);
const seed = Number(process.env.SEED ?? Date.now() % 100_000);
/** Steps between two comparisons. */
const round = 25;
/** How long all may take to show the same (milliseconds). */
const patience = 60_000;
/** What was tried this often must have happened at least once. */
const enough = 8;

const test = base.extend<{ imitation: Imitation; server: KillableServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern what a fixture needs
  imitation: async ({}, use) => {
    const imitation = await startImitation();
    await use(imitation);
    await imitation.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern what a fixture needs
  server: async ({}, use) => {
    const server = await killableServer();
    await use(server);
    await server.stop();
  },
});

test(`five browsers in a room show the same whatever people do, and nothing is lost (seed ${seed})`, async ({
  browser,
  imitation,
  server,
}) => {
  const api = serverAt(server.url);
  const members = await createMembers(api);
  const [owner, ...others] = members as [NamedMember, ...NamedMember[]];
  const room = await createSpace(api, owner, 'Kitchen');
  const reader = await createMember(api, { first_name: 'Iris', last_name: uniqueName() });
  for (const other of [...others, reader]) await join(api, other, room);

  const problems: string[] = [];
  const written: Written = { words: new Map(), edited: new Map(), secrets: [] };
  const places = { app: server.url, provider: imitation.url, room };
  const people = await openBrowsers(browser, members, places, written.secrets, (one) => problems.push(one));
  const random = chance(seed);
  const steps = stepsWith({ chance: random, written, people, server });
  const tally = new Map(steps.map(({ name }) => [name, { done: 0, refused: 0 }]));
  let rows: Row[] = [];

  async function takeStep() {
    const one = random.among(people) as Person;
    let at = random.number() * steps.reduce((sum, { weight }) => sum + weight, 0);
    const step = steps.find(({ weight }) => {
      at -= weight;
      return at < 0;
    });
    const counts = tally.get(step?.name ?? '');
    if (!step || !counts) return;
    try {
      await step.act(one);
      counts.done += 1;
    } catch {
      counts.refused += 1;
      await one.page.keyboard.press('Escape');
    }
  }

  async function compare() {
    if (!server.isRunning()) return void problems.push('The server has ended.');
    for (const one of people) await comeBack(one, room);
    // An access token expires after some minutes. A person at a browser would be signed out there by so many sign-ins.
    const signedIn = await api.signIn(reader);
    const unended = await unendedTurns(api, signedIn, idOf(room));
    if (unended.length > 0) problems.push(`Answers do not end:\n${unended.join('\n')}`);
    const seen = await sameIn(people);
    if (new Set(seen).size > 1) problems.push(`The rooms differ:\n${seen.join('\n')}`);
    const unsent = (await Promise.all(people.map(unsentOf))).join('\n');
    rows = await rowsOf(api, signedIn, idOf(room));
    problems.push(...problemsIn(rows, written, unsent));
  }

  const until = Date.now() + minutes * 60_000;
  let taken = 0;
  try {
    while (Date.now() < until && problems.length === 0) {
      await takeStep();
      taken += 1;
      if (taken % round === 0) await compare();
    }
    await compare();
  } finally {
    for (const [name, counts] of turnTally(rows, people)) tally.set(name, counts);
    const lines = [...tally].map(([name, { done, refused }]) => `${name}: ${done} / ${refused}`);
    console.log(`${taken} steps (done / not possible):\n${lines.join('\n')}`);
  }
  expect.soft(problems).toEqual([]);
  const never = [...tally].filter(([, { done, refused }]) => done === 0 && refused >= enough);
  expect(never.map(([name]) => name)).toEqual([]);
});

async function comeBack(one: Person, room: string) {
  const { page } = one;
  if (one.isOffline) await page.context().setOffline(false);
  one.isOffline = false;
  await page.keyboard.press('Escape');
  if (!page.url().endsWith(room)) await page.goto(room);
}

/** How many lines of a screen may differ. */
const spare = 3;

/** The last words as each of them sees them, once all see the same or have no time left. */
async function sameIn(people: readonly Person[]): Promise<string[]> {
  const giveUpAt = Date.now() + patience;
  for (;;) {
    const seen = await Promise.all(people.map(linesOf));
    // Screens of different heights hold different numbers of lines.
    const common = Math.max(1, Math.min(...seen.map((lines) => lines.length)) - spare);
    const last = seen.map((lines) => lines.slice(-common).join(' | '));
    if (new Set(last).size === 1 || Date.now() > giveUpAt) return last;
    await wait(200);
  }
}

/** The last lines that all can see: above the messages that only their author sees, which may fill the screen. */
async function linesOf({ page }: Person): Promise<string[]> {
  await log(page).evaluate((node) => {
    // A message that holds the focus stays in the page, however far above the screen it is.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    node.scrollTo(0, node.scrollHeight);
  });
  for (;;) {
    const lines = await shownLines(page);
    const isTop = await log(page).evaluate((node) => node.scrollTop === 0);
    if (lines.length > 0 || isTop) return lines;
    await log(page).evaluate((node) => node.scrollBy(0, -node.clientHeight / 2));
  }
}

/** What identifies each line on the page: whether the AI says it, its words, edits and reactions. */
async function shownLines(page: Page): Promise<string[]> {
  const lines = await log(page)
    .locator('article[data-role]')
    .evaluateAll((nodes) =>
      // biome-ignore lint/performance/useDomNodeTextContent: the words of different parts must stay apart
      (nodes as HTMLElement[]).map((node) => [node.dataset.role, node.innerText]),
    );
  return lines
    .filter(([, text]) => !text?.includes('Not sent'))
    .map(([role, text]) => {
      const parts = text?.match(/word\d+x(?: edited \d+)?|👍|❤️|😂/g) ?? [];
      return [...(role === 'assistant' ? ['AI'] : []), ...parts].join(' ');
    })
    .filter((line) => line.includes('word') || line.startsWith('AI'));
}

/** What waits for its author or for a connection, as the browser stores it: the list shows only its last lines. */
const unsentOf = ({ page }: Person) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .flatMap(([name, text]) => (name.startsWith('polylogue.posts.') ? text : []))
      .join('\n'),
  );
