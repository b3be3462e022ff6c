import { expect, test } from 'vitest';
import { openLeaving } from './leaving.ts';

/** A page that a test leaves, with its timers. */
function somePage() {
  const listeners: [string, () => void][] = [];
  const timers: (() => void)[] = [];
  const leaving = openLeaving({
    page: { addEventListener: (name, listener) => void listeners.push([name, listener]) },
    after: (_, then) => void timers.push(then),
  });
  let stayed = 0;
  const aborting = new AbortController();
  return {
    aborting,
    happen(name: string) {
      for (const [one, listen] of listeners) if (one === name) listen();
    },
    /** Runs the timers that were set until now. */
    passTime() {
      for (const then of timers.splice(0)) then();
    },
    ask() {
      void leaving.stays(aborting.signal).then(() => {
        stayed += 1;
      });
    },
    async stayed() {
      await new Promise((resolve) => setTimeout(resolve, 0));
      return stayed;
    },
  };
}

test('a page that nobody leaves stays', async () => {
  const { ask, stayed } = somePage();
  ask();
  expect(await stayed()).toBe(1);
});

test('a page that is being left stays only if it is still there after a while', async () => {
  const { ask, stayed, happen, passTime } = somePage();
  happen('beforeunload');
  ask();
  passTime();
  expect(await stayed()).toBe(0);
  passTime();
  expect(await stayed()).toBe(1);
});

test('a page that is gone stays only once it comes back', async () => {
  const { ask, stayed, happen, passTime } = somePage();
  happen('beforeunload');
  passTime();
  happen('pagehide');
  ask();
  passTime();
  expect(await stayed()).toBe(0);
  happen('pageshow');
  expect(await stayed()).toBe(1);
});

test('who no longer waits for it goes on', async () => {
  const { ask, stayed, happen, aborting } = somePage();
  happen('pagehide');
  ask();
  aborting.abort();
  expect(await stayed()).toBe(1);
});
