import { setTimeout as wait } from 'node:timers/promises';
import { openPage, type Page } from './page.ts';
import type { PageQuestion, Sample } from './question.ts';
import { storeSetting } from './reply.ts';
import { sum } from './statistics.ts';
import type { Side, World } from './world.ts';

/** When the text box became usable, in milliseconds after navigation began. */
interface Start {
  usable: number;
  /** Unix time of the page's zero. */
  origin: number;
}

/** A load during which no one types. */
interface IdleLoad {
  /** When every button answers, in milliseconds after navigation began. */
  whole: number;
  blocking: number;
}

const slower = 4;
// Long enough for work that a page defers until it is idle, which may block the user too.
const quiet = 2000;

export const coldLoad: PageQuestion = {
  name: 'cold-load',
  asks: '/chat with nothing cached: how much and how long until a person can type?',
  sides: ['floor', 'ours'],
  takes: () => 12,
  rows: [
    {
      says: 'JavaScript until the text box is usable, gzip',
      of: 'javaScript',
      unit: 'kB',
      peers: { best: '327 kB', median: '900 kB' },
    },
    { says: 'text box usable', of: 'usable', unit: 'ms', peers: { best: '658 ms', median: '950 ms' } },
    { says: 'every button answers', of: 'whole', unit: 'ms' },
    { says: 'total blocking time', of: 'blocking', unit: 'ms' },
    {
      says: 'text box usable, CPU 4× slower',
      of: 'usableSlow',
      unit: 'ms',
      peers: { best: '1,732 ms', median: '2,670 ms' },
    },
    { says: 'every button answers, CPU 4× slower', of: 'wholeSlow', unit: 'ms' },
    { says: 'total blocking time, CPU 4× slower', of: 'blockingSlow', unit: 'ms' },
  ],
  async measure(side, world): Promise<Sample> {
    const javaScript = await scriptBytes(side, world);
    const [asIs, slow] = [await idleLoad(side, world, 1), await idleLoad(side, world, slower)];
    return {
      javaScript: javaScript / 1000,
      usable: await usable(side, world, 1),
      whole: asIs.whole,
      blocking: asIs.blocking,
      usableSlow: await usable(side, world, slower),
      wholeSlow: slow.whole,
      blockingSlow: slow.blocking,
    };
  },
};

async function usable(side: Side, world: World, rate: number): Promise<number> {
  const page = await fresh(world, rate);
  const before = await world.questionCount();
  try {
    await page.before(sendAtOnce, {});
    await page.go(world.url[side]);
    const { usable } = await page.ask<Start>('benchStart.when');
    // A page that takes the letter and sends no question was not usable.
    for (const giveUpAt = Date.now() + 30_000; (await world.questionCount()) === before; await wait(50)) {
      if (Date.now() > giveUpAt) throw new Error(`The ${side} page took the letter and sent no question.`);
    }
    return usable;
  } finally {
    await page.close();
  }
}

async function idleLoad(side: Side, world: World, rate: number): Promise<IdleLoad> {
  const page = await fresh(world, rate);
  try {
    await page.before(watchIdleLoad, {});
    await page.go(world.url[side]);
    const whole = await page.ask<number>('benchIdle.whole');
    await wait(quiet);
    return { whole, blocking: await page.ask<number>('benchIdle.blocking()') };
  } finally {
    await page.close();
  }
}

/** In a load of its own, since listening to the network costs the page time. */
async function scriptBytes(side: Side, world: World): Promise<number> {
  const page = await fresh(world, 1);
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
    await page.before(sendAtOnce, {});
    await page.go(world.url[side]);
    const { usable, origin } = await page.ask<Start>('benchStart.when');
    await wait(quiet);
    // A file requested before the box is usable counts in full, however much of it had arrived.
    const counted = [...scripts].filter((id) => (began.get(id) ?? 0) <= origin + usable);
    return sum(counted.map((id) => bytes.get(id) ?? Number.NaN));
  } finally {
    await page.close();
  }
}

async function fresh(world: World, rate: number): Promise<Page> {
  const page = await openPage(world.browser);
  await page.before(storeSetting, { endpoint: world.api });
  await page.send('Emulation.setCPUThrottlingRate', { rate });
  return page;
}

/**
 * A person in a hurry: types a letter as soon as the box is seen and presses Enter in every frame from then on,
 * until the page takes the letter. A box that appears before the page handles keys counts only once Enter is handled
 * and the letter typed before it has not been lost.
 */
function sendAtOnce(): void {
  const when = Promise.withResolvers<Start>();
  Object.assign(globalThis, { benchStart: { when: when.promise } });

  function check() {
    const box = document.querySelector('textarea');
    if (box && !box.disabled && box.getClientRects().length > 0) {
      if (box.value === '') {
        box.focus();
        document.execCommand('insertText', false, 'a');
      }
      const enter = { key: 'Enter', code: 'Enter', keyCode: 13, bubbles: true, cancelable: true };
      // What sending costs is not part of being able to.
      const usable = performance.now();
      const isAnswered = !box.dispatchEvent(new KeyboardEvent('keydown', enter));
      if (isAnswered && (box.value === '' || box.disabled)) {
        when.resolve({ usable, origin: performance.timeOrigin });
        return;
      }
    }
    requestAnimationFrame(check);
  }
  requestAnimationFrame(check);
}

/** Touches nothing: React leaves a mark on the elements it has hydrated. */
function watchIdleLoad(): void {
  const whole = Promise.withResolvers<number>();
  const tasks: number[] = [];
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) tasks.push(task.duration);
  }).observe({ type: 'longtask', buffered: true });

  function check() {
    const buttons = [...document.querySelectorAll('button')];
    const isHydrated = (node: Element) => Object.keys(node).some((key) => key.startsWith('__reactProps$'));
    const isWithoutReact = document.getElementById('root') === null;
    if (buttons.length > 0 && (isWithoutReact || buttons.every(isHydrated))) whole.resolve(performance.now());
    else requestAnimationFrame(check);
  }
  requestAnimationFrame(check);
  const blocking = () => tasks.reduce((total, task) => total + task - 50, 0);
  Object.assign(globalThis, { benchIdle: { whole: whole.promise, blocking } });
}
