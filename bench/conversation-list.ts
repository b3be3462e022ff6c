import { openPage, type Page } from './page.ts';
import type { PageQuestion, Sample } from './question.ts';
import { storeSetting } from './reply.ts';
import { quantile } from './statistics.ts';
import { idOf, type Stored, storeConversations } from './stored.ts';
import type { World } from './world.ts';

const many = 10_000;
/** So many of the last conversations stay in memory. */
const open = 8;
const closed = 8;
const length = 200;
const end = Date.UTC(2026, 0, 20);

const frame = 1000 / 60;

export const conversationList: PageQuestion = {
  name: 'conversation-list',
  asks: 'Conversations that this browser stores: how fast is the list of 10,000, how fast does one get from one to another, and what do long ones take of memory?',
  sides: ['ours'],
  takes: () => 60,
  rows: [
    { says: 'list of 10,000: first rows', of: 'first', unit: 'ms' },
    { says: 'list of 10,000: all', of: 'all', unit: 'ms' },
    { says: 'switching among the last eight, p95 in frames', of: 'switched', unit: '' },
    { says: 'to one that is closed, p95', of: 'opened', unit: 'ms' },
    { says: 'heap over an empty chat, 5,000 messages', of: 'heap5000', unit: 'MB' },
    { says: 'heap over an empty chat, 20,000 messages', of: 'heap20000', unit: 'MB' },
  ],
  async measure(_side, world) {
    return { ...(await listed(world)), ...(await switched(world)), ...(await heaps(world)) };
  },
};

const conversations = (count: number, messages: (at: number) => number): Stored[] =>
  Array.from({ length: count }, (_, at) => ({
    id: idOf('conversation', at + 1),
    title: `Conversation number ${at + 1}`,
    at: end - at * 60_000,
    length: messages(at),
  }));

async function opened(world: World, all: readonly Stored[], path: string): Promise<Page> {
  const page = await openPage(world.browser);
  await page.before(storeSetting, { endpoint: world.api });
  await page.go(`${world.url.ours}/../healthz`);
  await storeConversations(page, all);
  await page.go(`${world.url.ours}${path}`);
  await page.ask(`(${idle})()`);
  return page;
}

async function listed(world: World): Promise<Sample> {
  const page = await opened(
    world,
    conversations(many, () => 0),
    '',
  );
  try {
    // Once in vain: what the page consists of has come then.
    await page.ask(`(${openList})(${many})`);
    await page.ask(`history.back(), (${idle})()`);
    return await page.ask<Sample>(`(${openList})(${many})`);
  } finally {
    await page.close();
  }
}

async function switched(world: World): Promise<Sample> {
  const all = conversations(open + closed, () => length);
  const page = await opened(world, all, `/${all[0]?.id}`);
  const to = ({ id }: Stored) => {
    const message = idOf(
      'message',
      all.findIndex((one) => one.id === id),
      length - 1,
    );
    return page.ask<number>(`(${switchTo})(${JSON.stringify({ id, message })})`);
  };
  try {
    const times: number[] = [];
    const last = all.slice(0, open);
    for (const one of last) await to(one);
    for (let round = 0; round < 4; round += 1) for (const one of last) times.push(await to(one));
    const others: number[] = [];
    for (const one of all.slice(open)) others.push(await to(one));
    return { switched: quantile(times, 0.95) / frame, opened: quantile(others, 0.95) };
  } finally {
    await page.close();
  }
}

async function heaps(world: World): Promise<Sample> {
  const empty = await heapOf(world, 0);
  return {
    heap5000: (await heapOf(world, 5_000)) - empty,
    heap20000: (await heapOf(world, 20_000)) - empty,
  };
}

async function heapOf(world: World, messages: number): Promise<number> {
  const all = conversations(1, () => messages);
  const page = await opened(world, messages > 0 ? all : [], messages > 0 ? `/${all[0]?.id}` : '');
  try {
    if (messages > 0) await page.ask(`(${allThere})(${messages})`);
    await page.ask(`(${idle})()`);
    await page.send('HeapProfiler.collectGarbage');
    const { usedSize } = await page.send('Runtime.getHeapUsage');
    return usedSize / 1e6;
  } finally {
    await page.close();
  }
}

/** Settles when the page has had nothing to do for a second. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    let quiet = performance.now();
    const changes = new MutationObserver(() => {
      quiet = performance.now();
    });
    changes.observe(document, { subtree: true, childList: true });
    const check = () => {
      if (performance.now() - quiet < 1_000) return requestAnimationFrame(check);
      changes.disconnect();
      resolve();
    };
    check();
  });
}

function openList(count: number): Promise<{ first: number; all: number }> {
  return new Promise((resolve) => {
    const began = performance.now();
    let first = Number.NaN;
    document.querySelector<HTMLElement>('a[href="/conversations"]')?.click();
    const check = () => {
      const row = document.querySelector('main li[aria-setsize]');
      if (row && Number.isNaN(first)) first = performance.now() - began;
      const size = Number(row?.getAttribute('aria-setsize'));
      if (size === count) resolve({ first, all: performance.now() - began });
      else requestAnimationFrame(check);
    };
    requestAnimationFrame(check);
  });
}

/** Milliseconds from the press on a conversation in the sidebar until one of its messages is about to be painted. */
function switchTo({ id, message }: { id: string; message: string }): Promise<number> {
  return new Promise((resolve) => {
    const began = performance.now();
    document.querySelector<HTMLElement>(`a[href="/chat/${id}"]`)?.click();
    const check = () => {
      if (document.querySelector(`[data-message="${message}"]`)) resolve(performance.now() - began);
      else requestAnimationFrame(check);
    };
    requestAnimationFrame(check);
  });
}

function allThere(count: number): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      const size = document.querySelector('[aria-setsize]')?.getAttribute('aria-setsize');
      if (Number(size) === count) resolve();
      else requestAnimationFrame(check);
    };
    check();
  });
}
