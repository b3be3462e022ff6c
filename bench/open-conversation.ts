import { setTimeout as wait } from 'node:timers/promises';
import { addressOf, putConversation, watchOpened } from './opening.ts';
import { openPage } from './page.ts';
import type { PageQuestion } from './question.ts';
import { storeSetting } from './reply.ts';
import { sum } from './statistics.ts';

const messages = 200;
// Long enough for what comes after the last message: code that is coloured, heights that turn out otherwise.
const quiet = 2000;

export const openConversation: PageQuestion = {
  name: 'open-conversation',
  asks: '200 messages, nothing cached: when is the last of them on the screen?',
  sides: ['floor', 'ours'],
  takes: () => 4,
  rows: [
    {
      says: 'last message on the screen, as it stays',
      of: 'shown',
      unit: 'ms',
      peers: { best: '1,131 ms', median: '' },
    },
    { says: 'main-thread time, two seconds later', of: 'mainThread', unit: 'ms' },
    { says: 'total blocking time', of: 'blocking', unit: 'ms' },
    { says: 'layout shift', of: 'moved', unit: '' },
  ],
  async measure(side, world) {
    const page = await openPage(world.browser);
    try {
      await page.before(storeSetting, { endpoint: world.api });
      await putConversation(page, side, world, messages);
      await page.send('Performance.enable');
      await page.before(watchTasks, {});
      await watchOpened(page, messages);
      await page.go(addressOf(side, world, messages));
      const shown = await page.ask<number>('benchOpening.shown');
      await wait(quiet);
      const { metrics } = await page.send('Performance.getMetrics');
      const mainThread = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
      const tasks = await page.ask<number[]>('benchTasks');
      return {
        shown,
        mainThread: mainThread * 1000,
        blocking: sum(tasks.map((lasted) => lasted - 50)),
        moved: await page.ask<number>('benchOpening.moved()'),
      };
    } finally {
      await page.close();
    }
  },
};

function watchTasks(): void {
  const tasks: number[] = [];
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) tasks.push(task.duration);
  }).observe({ type: 'longtask', buffered: true });
  Object.assign(globalThis, { benchTasks: tasks });
}
