import { setTimeout as wait } from 'node:timers/promises';
import { openPage, type Page } from './page.ts';
import type { PageQuestion, Sample } from './question.ts';
import { storeSetting } from './reply.ts';
import { sum } from './statistics.ts';
import type { Side, World } from './world.ts';

/** What the page tells about its own start, in milliseconds after navigation began. */
interface Start {
  usable: number;
  /** Unix time of the page's zero. */
  origin: number;
}

const slower = 4;
// Long enough for what a page puts off until it is idle: that may block a person too.
const quiet = 2000;

export const coldLoad: PageQuestion = {
  name: 'cold-load',
  asks: '/chat with nothing cached: how much and how long until a person can type?',
  sides: ['floor', 'ours'],
  takes: () => 11,
  rows: [
    {
      says: 'JavaScript until the text box is usable, gzip',
      of: 'javaScript',
      unit: 'kB',
      peers: { best: '327 kB', median: '900 kB' },
    },
    { says: 'text box usable', of: 'usable', unit: 'ms', peers: { best: '658 ms', median: '950 ms' } },
    { says: 'total blocking time', of: 'blocking', unit: 'ms' },
    {
      says: 'text box usable, CPU 4× slower',
      of: 'usableSlow',
      unit: 'ms',
      peers: { best: '1,732 ms', median: '2,670 ms' },
    },
    { says: 'total blocking time, CPU 4× slower', of: 'blockingSlow', unit: 'ms' },
  ],
  async measure(side, world): Promise<Sample> {
    const javaScript = await scriptBytes(side, world);
    const asIs = await start(side, world, 1);
    const slow = await start(side, world, slower);
    return {
      javaScript: javaScript / 1000,
      usable: asIs.usable,
      blocking: asIs.blocking,
      usableSlow: slow.usable,
      blockingSlow: slow.blocking,
    };
  },
};

async function start(side: Side, world: World, rate: number) {
  const page = await fresh(world);
  try {
    await page.send('Emulation.setCPUThrottlingRate', { rate });
    await page.go(world.url[side]);
    const { usable } = await page.ask<Start>('benchUsable.when');
    await wait(quiet);
    return { usable, blocking: await page.ask<number>('benchUsable.blocking()') };
  } finally {
    await page.close();
  }
}

/** In a load of its own, since listening to the network costs the page time. */
async function scriptBytes(side: Side, world: World): Promise<number> {
  const page = await fresh(world);
  try {
    const began = new Map<string, number>();
    const scripts = new Set<string>();
    const bytes = new Map<string, number>();
    page.on('Network.requestWillBeSent', ({ requestId, wallTime }: { requestId: string; wallTime: number }) =>
      began.set(requestId, wallTime * 1000),
    );
    page.on(
      'Network.responseReceived',
      ({ requestId, response }: { requestId: string; response: { mimeType: string } }) => {
        if (response.mimeType.includes('javascript')) scripts.add(requestId);
      },
    );
    page.on(
      'Network.loadingFinished',
      ({ requestId, encodedDataLength }: { requestId: string; encodedDataLength: number }) =>
        bytes.set(requestId, encodedDataLength),
    );
    await page.send('Network.enable');
    await page.send('Network.setCacheDisabled', { cacheDisabled: true });
    await page.go(world.url[side]);
    const { usable, origin } = await page.ask<Start>('benchUsable.when');
    await wait(quiet);
    // A file asked for before the box is usable counts whole, wherever it was then.
    const counted = [...scripts].filter((id) => (began.get(id) ?? 0) <= origin + usable);
    return sum(counted.map((id) => bytes.get(id) ?? Number.NaN));
  } finally {
    await page.close();
  }
}

async function fresh(world: World): Promise<Page> {
  const page = await openPage(world.browser);
  await page.before(storeSetting, { endpoint: world.api });
  await page.before(watchForUsable, {});
  return page;
}

/**
 * Notes when the text box can be used: it is there, enabled, keeps a letter that is typed, and the page has
 * heard of it: the Send button woke up, or React holds handlers for the box.
 */
function watchForUsable(): void {
  const when = Promise.withResolvers<Start>();
  const tasks: number[] = [];
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) tasks.push(task.duration);
  }).observe({ type: 'longtask', buffered: true });

  function hasHeard(box: HTMLTextAreaElement, wasAsleep: boolean): boolean {
    const send = document.querySelector<HTMLButtonElement>('button[aria-label="Send message"]');
    if (wasAsleep && send && !send.disabled) return true;
    return Object.keys(box).some((key) => key.startsWith('__reactProps$'));
  }
  async function look() {
    const box = document.querySelector('textarea');
    if (box && !box.disabled && box.getClientRects().length > 0) {
      const send = document.querySelector<HTMLButtonElement>('button[aria-label="Send message"]');
      const wasAsleep = send?.disabled ?? false;
      box.focus();
      box.select();
      document.execCommand('insertText', false, 'a');
      await null; // React answers an event of this kind before the next task
      if (box.value === 'a' && hasHeard(box, wasAsleep)) {
        when.resolve({ usable: performance.now(), origin: performance.timeOrigin });
        return;
      }
    }
    requestAnimationFrame(look);
  }
  requestAnimationFrame(look);
  const blocking = () => tasks.reduce((total, task) => total + task - 50, 0);
  Object.assign(globalThis, { benchUsable: { when: when.promise, blocking } });
}
