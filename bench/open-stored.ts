import { addressOf, allThere, putConversation, watchOpened } from './opening.ts';
import { openPage } from './page.ts';
import type { PageQuestion } from './question.ts';
import { storeSetting } from './reply.ts';

const lengths = [200, 1_000, 5_000, 20_000] as const;

const named = (what: string, length: number) => `${what}${length}`;

export const openStored: PageQuestion = {
  name: 'open-stored',
  asks: 'A conversation that this browser stores, nothing else cached: when is its last message on the screen, and when is all of it there?',
  sides: ['floor', 'ours'],
  takes: ({ quick }) => (quick ? 10 : 40),
  rows: lengths.flatMap((length) => [
    { says: `${length} messages: the last on the screen`, of: named('shown', length), unit: 'ms' as const },
    { says: `${length} messages: all there`, of: named('all', length), unit: 'ms' as const },
    { says: `${length} messages: longest task after that`, of: named('task', length), unit: 'ms' as const },
  ]),
  async measure(side, world, { quick }) {
    const sample: Record<string, number> = {};
    for (const length of quick || side === 'floor' ? lengths.slice(0, 1) : lengths) {
      const page = await openPage(world.browser);
      try {
        await page.before(storeSetting, { endpoint: world.api });
        await putConversation(page, side, world, length);
        await page.before(watchTasks, {});
        await watchOpened(page, length);
        await page.go(addressOf(side, world, length));
        sample[named('shown', length)] = await page.ask<number>('benchOpening.shown');
        if (side === 'floor') continue;
        sample[named('all', length)] = await page.ask<number>(`(${allThere})(${length})`);
        const tasks = await page.ask<{ at: number; duration: number }[]>('benchTasks');
        const later = tasks.filter(({ at }) => at > (sample[named('shown', length)] ?? 0));
        sample[named('task', length)] = Math.max(0, ...later.map(({ duration }) => duration));
      } finally {
        await page.close();
      }
    }
    return sample;
  },
};

function watchTasks(): void {
  const tasks: { at: number; duration: number }[] = [];
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) tasks.push({ at: task.startTime, duration: task.duration });
  }).observe({ type: 'longtask', buffered: true });
  Object.assign(globalThis, { benchTasks: tasks });
}
