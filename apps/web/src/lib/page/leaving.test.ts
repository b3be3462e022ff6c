import { expect, test, vi } from 'vitest';
import { openLeaving } from './leaving.ts';

/** A page that a test leaves, with its timers. */
function somePage() {
  const listeners: [string, (event: { preventDefault(): void }) => void][] = [];
  const timers: (() => void)[] = [];
  const store = vi.fn();
  const preventDefault = vi.fn();
  const losing = { isSomething: false };
  const leaving = openLeaving({
    page: {
      addEventListener: (name: string, listener: (event: never) => void) =>
        void listeners.push([name, listener as (event: object) => void]),
    },
    after: (_, then) => void timers.push(then),
    store,
    wouldLose: () => losing.isSomething,
  });
  let stayed = 0;
  const aborting = new AbortController();
  return {
    aborting,
    losing,
    store,
    hasAsked: () => preventDefault.mock.calls.length > 0,
    happen(name: string) {
      for (const [one, listen] of listeners) if (one === name) listen({ preventDefault });
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

test('leaving asks only while there is something to lose [MSG-06]', () => {
  const { losing, happen, hasAsked } = somePage();
  happen('beforeunload');
  expect(hasAsked()).toBe(false);
  losing.isSomething = true;
  happen('beforeunload');
  expect(hasAsked()).toBe(true);
});

test.each(['beforeunload', 'pagehide', 'visibilitychange'])(
  'drafts are stored on %s, maybe the last event',
  (name) => {
    const { happen, store } = somePage();
    happen(name);
    expect(store).toHaveBeenCalledTimes(1);
  },
);
