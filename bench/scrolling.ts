import { setTimeout as wait } from 'node:timers/promises';
import { smoothness } from './frames.ts';
import type { Page } from './page.ts';
import type { Recording } from './recorder.ts';

/** What a reader sees while turning the wheel. */
export interface Scroll {
  /** Frames a second. */
  fps: number;
  /** Percent of the frames. */
  dropped: number;
  /** Milliseconds; 0 when none took over 50. */
  longestTask: number;
  /** Percent of the frames in which no message was where the list is. */
  blank: number;
  /** The highest number in the page at one time. */
  elements: number;
}

const unknown = Number.NaN;
/** Of a page with nothing to scroll. */
export const unscrolled: Scroll = {
  fps: unknown,
  dropped: unknown,
  longestTask: unknown,
  blank: unknown,
  elements: unknown,
};

/** What the watcher in the page saw of a scroll, at `globalThis.benchScroll`. */
interface Seen extends Pick<Recording, 'frames'> {
  tasks: number[];
  blank: number;
  elements: number;
}

const notch = 120;
/** Milliseconds between two notches of a wheel that is turned fast: nearly three screens a second. */
const pause = 50;

/** Turns the wheel over the list, up and down again, and ends where it began: at the bottom. */
export async function scrolled(page: Page, seconds: number): Promise<Scroll> {
  const notches = Math.round((seconds * 1000) / pause / 2);
  await page.ask('benchScroll.begin()');
  await turn(page, -notch, notches);
  await turn(page, notch, notches);
  const { frames, tasks, blank, elements } = await page.ask<Seen>('benchScroll.end()');
  // the remaining distance, if heights on the way changed
  await turn(page, notch * 20, 20);
  await wait(500);
  const ticks = frames.map(({ tick }) => tick);
  const lasted = (ticks.at(-1) ?? Number.NaN) - (ticks[0] ?? Number.NaN);
  return {
    fps: (1000 * (ticks.length - 1)) / lasted,
    dropped: smoothness({ frames }).dropped,
    longestTask: Math.max(0, ...tasks),
    blank: (100 * blank) / frames.length,
    elements,
  };
}

async function turn(page: Page, deltaY: number, notches: number): Promise<void> {
  const turned: Promise<unknown>[] = [];
  let at = performance.now();
  for (let count = 0; count < notches; count += 1) {
    // Not awaited one by one: a slow page gets the next notch all the same.
    turned.push(
      page.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x: 720, y: 400, deltaX: 0, deltaY }),
    );
    at += pause;
    await wait(at - performance.now());
  }
  await Promise.all(turned);
}

export function watchScroll(): void {
  let seen: Seen = { frames: [], tasks: [], blank: 0, elements: 0 };
  let isOn = false;

  const isMessage = (y: number) => document.elementFromPoint(720, y)?.closest('[data-role]');
  function frame(tick: number) {
    if (!isOn) return;
    seen.frames.push({ began: performance.now(), tick });
    // The gap between two messages may be anywhere, but not everywhere.
    if (![400, 300, 500, 200, 600].some(isMessage)) seen.blank += 1;
    if (seen.frames.length % 10 === 0)
      seen.elements = Math.max(seen.elements, document.getElementsByTagName('*').length);
    requestAnimationFrame(frame);
  }
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) seen.tasks.push(task.duration);
  }).observe({ type: 'longtask' });
  Object.assign(globalThis, {
    benchScroll: {
      begin() {
        seen = { frames: [], tasks: [], blank: 0, elements: 0 };
        isOn = true;
        requestAnimationFrame(frame);
      },
      end() {
        isOn = false;
        return seen;
      },
    },
  });
}
