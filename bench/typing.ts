import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from './page.ts';
import type { PageQuestion } from './question.ts';
import { prepare, type ReplyRequest } from './reply.ts';
import { quantile } from './statistics.ts';

/** What the watcher in the page saw of the keys, at `globalThis.benchKeys`. In milliseconds. */
export interface Keys {
  /** From the key press as the browser timed it to the end of the first frame whose text box shows its letter. */
  painted: number[];
  /** Durations by the Event Timing API: of keys that took 16 ms or more, in steps of 8. */
  timed: number[];
}

const seconds = (quick: boolean) => (quick ? 4 : 20);
const perSecond = 8;
// It streams a little longer than the typing lasts.
const requestOf = (quick: boolean): ReplyRequest => ({
  tokens: 200 * (seconds(quick) + 4),
  rate: 200,
  kind: 'mixed',
});

export const typing: PageQuestion = {
  name: 'typing',
  asks: '200 tokens a second stream into the page: how long after a key is its letter painted?',
  sides: ['floor', 'ours'],
  takes: ({ quick }) => seconds(quick) + 8,
  rows: [
    { says: 'key → painted, p95', of: 'p95', unit: 'ms', peers: { best: '31 ms', median: '98 ms' } },
    { says: 'key → painted, median', of: 'p50', unit: 'ms' },
    { says: 'key → painted, worst', of: 'worst', unit: 'ms' },
    { says: 'p95 by the Event Timing API, in steps of 8', of: 'timedP95', unit: 'ms' },
  ],
  async measure(side, world, { quick }) {
    const prepared = await prepare(side, world, requestOf(quick), { watchers: [watchKeys] });
    try {
      await prepared.send();
      await prepared.first();
      await prepared.page.ask(`document.querySelector('textarea').focus()`);
      const letters = lettersOf(seconds(quick) * perSecond);
      await typed(prepared.page, letters);
      const { painted, timed } = await prepared.page.ask<Keys>('benchKeys');
      const written = await prepared.page.ask<string>(`document.querySelector('textarea').value`);
      if (written !== letters || painted.length !== letters.length)
        throw new Error(`Of ${letters.length} letters typed, the ${side} page shows ${written.length}.`);
      // what the API leaves out is quicker than it tells
      const all = [...timed, ...painted.slice(timed.length).map(() => 8)];
      return {
        p95: quantile(painted, 0.95),
        p50: quantile(painted, 0.5),
        worst: Math.max(...painted),
        timedP95: quantile(all, 0.95),
      };
    } finally {
      await prepared.close();
    }
  },
};

const words = 'what a person writes while the answer is still on its way ';
export const lettersOf = (count: number) => words.repeat(Math.ceil(count / words.length)).slice(0, count);

/** At a person's pace, and never in step with the display. */
export async function typed(page: Page, letters: string): Promise<void> {
  let at = performance.now();
  for (const [index, letter] of [...letters].entries()) {
    at += (1000 / perSecond) * (0.7 + ((index * 37) % 61) / 100);
    await wait(at - performance.now());
    await page.press(letter);
  }
  await wait(200);
}

export function watchKeys(): void {
  const keys: Keys = { painted: [], timed: [] };
  // A message posted in a frame arrives right after that frame is painted.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<number>) => keys.painted.push(performance.now() - data);
  let pressed: number | undefined;
  const onKey = ({ timeStamp }: Event) => {
    pressed = timeStamp;
  };
  const written = () => {
    const since = pressed;
    pressed = undefined;
    if (since !== undefined) requestAnimationFrame(() => port2.postMessage(since));
  };
  addEventListener('keydown', onKey, true);
  addEventListener('input', written, true);
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') keys.timed.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  Object.assign(globalThis, { benchKeys: keys });
}
