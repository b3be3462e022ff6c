import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPoll } from './poll.ts';

/** A page that is visible or hidden. */
function page(isSeen = true) {
  const here = Object.assign(new EventTarget(), { visibilityState: isSeen ? 'visible' : 'hidden' });
  return {
    here: here as unknown as Document,
    turn(to: 'visible' | 'hidden') {
      here.visibilityState = to;
      here.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

/** The locks of a browser, for any number of tabs. */
function lockman() {
  let turns = Promise.resolve();
  return {
    request(_: string, { signal }: LockOptions, work: () => Promise<void>) {
      const turn = turns.then(() => (signal?.aborted ? undefined : work()));
      turns = turn;
      return turn;
    },
  } as unknown as LockManager;
}

const poll = vi.fn(async () => {});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const since = () => poll.mock.calls.splice(0).length;
const options = { poll, interval: 45_000, name: 'questions' };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { locks: lockman() });
  poll.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('it polls repeatedly, neither immediately nor more often than the interval [NEWS-01]', async () => {
  openPoll(options, () => page().here)();
  await pass(44_999);
  expect(since()).toBe(0);
  await pass(1);
  expect(since()).toBe(1);
  await pass(450_000);
  expect(since()).toBe(10);
});

test('a poll that fails is repeated at the usual time', async () => {
  poll.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  openPoll(options, () => page().here)();
  await pass(90_000);
  expect(since()).toBe(2);
});

test('while the page is hidden nothing is polled, and a missed poll is made when it is shown [NEWS-02]', async () => {
  const { here, turn } = page(false);
  openPoll(options, () => here)();
  await pass(100_000);
  expect(since()).toBe(0);
  turn('visible');
  await pass(0);
  expect(since()).toBe(1);
  turn('hidden');
  await pass(600_000);
  expect(since()).toBe(0);
  turn('visible');
  turn('hidden');
  await pass(600_000);
  expect(since()).toBe(0);
  turn('visible');
  await pass(0);
  expect(since()).toBe(1);
});

test('of several tabs only one polls, and another takes over when that one is left [NEWS-02]', async () => {
  const first = page();
  const stop = openPoll(options, () => first.here)();
  openPoll(options, () => page().here)();
  await pass(90_000);
  expect(since()).toBe(2);
  first.turn('hidden');
  await pass(90_000);
  expect(since()).toBe(3);
  stop();
  await pass(90_000);
  expect(since()).toBe(2);
});

test('moving between pages neither delays a poll nor repeats one', async () => {
  const start = openPoll(options, () => page().here);
  let stop = start();
  for (let pages = 0; pages < 9; pages++) {
    await pass(10_000);
    stop();
    stop = start();
  }
  expect(since()).toBe(2);
  stop();
  await pass(600_000);
  expect(since()).toBe(0);
});

test('without locks, as over plain http, every tab polls', async () => {
  vi.stubGlobal('navigator', {});
  openPoll(options, () => page().here)();
  openPoll(options, () => page().here)();
  await pass(45_000);
  expect(since()).toBe(2);
});
