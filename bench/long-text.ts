import { openPage, type Page } from './page.ts';
import type { PageQuestion } from './question.ts';
import { storeSetting } from './reply.ts';
import { createRooms, fillRoom } from './server/crowd.ts';
import { installation } from './server/shared-installation.ts';
import { quantile } from './statistics.ts';
import { type Keys, lettersOf, typed, watchKeys } from './typing.ts';
import type { Side, World } from './world.ts';

const lines = (quick: boolean) => (quick ? 2_000 : 20_000);
const textOf = (count: number) =>
  Array.from({ length: count }, (_, at) => `${at}: a line as it comes from a log, with its words`).join('\n');
const seconds = (quick: boolean) => (quick ? 3 : 10);
const perSecond = 8;

/** The places where people write, and how the page is opened there. */
const places = ['chat', 'room'] as const;
type Place = (typeof places)[number];

export const longText: PageQuestion = {
  name: 'long-text',
  asks: '20,000 lines are pasted into the text box, and typing goes on in them: how long is the page held up?',
  sides: ['floor', 'ours'],
  takes: ({ quick }) => (quick ? 30 : 120),
  rows: places.flatMap((place) => [
    { says: `in a ${place}: longest task of pasting`, of: `${place}Pasted`, unit: 'ms' as const },
    {
      says: `in a ${place}: longest task until the text is in the box`,
      of: `${place}Put`,
      unit: 'ms' as const,
    },
    { says: `in a ${place}: key → painted, p95`, of: `${place}P95`, unit: 'ms' as const },
    { says: `in a ${place}: key → painted, median`, of: `${place}P50`, unit: 'ms' as const },
    { says: `in a ${place}: longest task while typing`, of: `${place}Typed`, unit: 'ms' as const },
  ]),
  async measure(side, world, { quick }) {
    const sample: Record<string, number> = {};
    for (const place of places) {
      const page = await openPage(world.browser);
      try {
        await page.before(watchKeys, {});
        await page.before(watchTasks, {});
        await open(page, side, world, place);
        for (const [name, value] of Object.entries(await measured(page, side, place, quick)))
          sample[place + name] = value;
      } finally {
        await page.close();
      }
    }
    return sample;
  },
};

async function measured(page: Page, side: Side, place: Place, quick: boolean) {
  const text = textOf(lines(quick));
  const longest = () => page.ask<number>('benchTasks.longest()', 60_000);
  await page.ask(`document.querySelector('textarea').focus()`);
  await longest();
  await page.paste(text);
  const pasted = await longest();
  // A room takes no more than a post holds, so that there the text is inserted as if it were dropped.
  if (side === 'ours' && place === 'chat' && (await isEmpty(page))) await page.ask(`(${putIntoMessage})()`);
  else if (await isEmpty(page)) await page.ask(`(${insert})(${JSON.stringify(text)})`, 60_000);
  const put = await longest();
  const letters = lettersOf(seconds(quick) * perSecond);
  await typed(page, letters);
  const { painted } = await page.ask<Keys>('benchKeys');
  const written = await page.ask<number>(`document.querySelector('textarea').value.length`);
  if (written !== text.length + letters.length)
    throw new Error(`The ${side} ${place} holds ${written} characters of ${text.length + letters.length}.`);
  const keys = painted.slice(-letters.length);
  return {
    Pasted: pasted,
    // In a bare box pasting is all of it.
    Put: side === 'floor' ? Math.max(pasted, put) : put,
    P95: quantile(keys, 0.95),
    P50: quantile(keys, 0.5),
    Typed: await longest(),
  };
}

const isEmpty = (page: Page) => page.ask<boolean>(`document.querySelector('textarea').value === ''`);

async function open(page: Page, side: Side, world: World, place: Place): Promise<void> {
  await page.before(storeSetting, { endpoint: world.api });
  let address = world.url[side];
  if (side === 'ours' && place === 'room') {
    const server = await installation({ people: 2, signedIn: 2 });
    const crowd = await createRooms(server, 2);
    await fillRoom(crowd, ['Hello']);
    await page.before(storeToken, server.tokens[0] ?? '');
    address = `http://localhost:${server.port}/spaces/${crowd.rooms[0]}`;
  }
  await page.go(address);
  await page.ask(`(${boxIsThere})()`);
}

function storeToken(token: string): void {
  localStorage.setItem('access_token', token);
}

/** Two seconds after the box can be typed into, what a page does at its leisure is done. */
function boxIsThere(): Promise<void> {
  return new Promise((resolve) => {
    function check() {
      const box = document.querySelector('textarea');
      if (box?.checkVisibility() && !box.disabled) setTimeout(resolve, 2_000);
      else requestAnimationFrame(check);
    }
    check();
  });
}

/** Typing it through the protocol takes minutes in a bare text box, too. */
function insert(text: string): void {
  const box = document.querySelector('textarea');
  box?.setRangeText(text, 0, 0, 'end');
  box?.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

async function putIntoMessage(): Promise<void> {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) =>
    textContent.includes('Put it into the message'),
  );
  button?.click();
}

function watchTasks(): void {
  let longest = 0;
  const seen = (entries: PerformanceEntryList) => {
    for (const { duration } of entries) longest = Math.max(longest, duration);
  };
  const tasks = new PerformanceObserver((list) => seen(list.getEntries()));
  tasks.observe({ type: 'longtask' });
  Object.assign(globalThis, {
    benchTasks: {
      /** Of what was done since it was last asked; 0: no task was longer than 50 ms. */
      async longest() {
        await new Promise((resolve) => setTimeout(resolve, 500));
        await new Promise((resolve) => requestIdleCallback(resolve));
        seen(tasks.takeRecords());
        const found = longest;
        longest = 0;
        return found;
      },
    },
  });
}
