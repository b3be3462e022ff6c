import { expect, test } from 'vitest';
import { watchSleep } from './sleeping-page.ts';

/** A page whose clock, timers and visibility a test controls. */
function page() {
  const element = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
  const clock = { now: 0 };
  const slept: [number, number][] = [];
  let look = () => {};
  const stop = watchSleep({
    page: element as Document,
    now: () => clock.now,
    every(_, work) {
      look = work;
      return () => {};
    },
    onSlept: (from, to) => slept.push([from, to]),
  });
  return {
    slept,
    stop,
    /** Runs the timer after so long. */
    look(ms: number) {
      clock.now += ms;
      look();
    },
    /** Comes into view, or goes out of it, after so long. */
    become(visibilityState: DocumentVisibilityState, ms = 0) {
      clock.now += ms;
      element.visibilityState = visibilityState;
      element.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

test('a page that the browser stopped in the background says so once it is in view again [LEND-02]', () => {
  const { slept, look, become } = page();
  look(15_000);
  become('hidden');
  look(60_000);
  become('visible', 600_000);
  expect(slept).toEqual([[75_000, 675_000]]);
  look(15_000);
  expect(slept).toHaveLength(1);
});

test('a page that woke up twice in the background says from when until when it slept', () => {
  const { slept, look, become } = page();
  become('hidden');
  look(200_000);
  look(300_000);
  expect(slept).toEqual([]);
  become('visible', 1_000);
  expect(slept).toEqual([[0, 500_000]]);
});

test('a page whose timers are only slow in the background was not stopped', () => {
  const { slept, look, become } = page();
  become('hidden');
  for (let minute = 0; minute < 20; minute++) look(60_000);
  become('visible', 30_000);
  expect(slept).toEqual([]);
});
