import { FetchError } from '@polylogue/contract/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSolver, renewAfter, type Stage } from './solver.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page where the test itself completes each solving, one at a time. */
function begin({ isVisible = true } = {}) {
  const runs: { signal: AbortSignal; solve(token: string): void; fail(error: unknown): void }[] = [];
  const waiting = new Set<() => void>();
  const page = { isVisible };
  const work = openSolver({
    solve: (signal) =>
      new Promise((solve, fail) => {
        runs.push({ signal, solve, fail });
      }),
    whenVisible(run) {
      if (page.isVisible) {
        run();
        return () => {};
      }
      waiting.add(run);
      return () => void waiting.delete(run);
    },
  });
  const stages: Stage[] = [];
  work.listen(() => stages.push(work.read()));
  return {
    work,
    runs,
    stages,
    hide: () => {
      page.isVisible = false;
    },
    show() {
      page.isVisible = true;
      for (const run of waiting) run();
      waiting.clear();
    },
    async solved(token: string) {
      runs.at(-1)?.solve(token);
      await vi.advanceTimersByTimeAsync(0);
    },
    async failed(error: unknown) {
      runs.at(-1)?.fail(error);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

test('nothing is computed before the form is touched', async () => {
  const { work, runs } = begin();
  await vi.advanceTimersByTimeAsync(renewAfter * 2);
  expect([work.read(), runs.length]).toEqual([{ stage: 'waiting' }, 0]);
});

test('the first touch begins the work, and further ones change nothing', async () => {
  const { work, runs, stages, solved } = begin();
  work.begin();
  work.begin();
  await solved('one');
  work.begin();
  expect(runs).toHaveLength(1);
  expect(stages).toEqual([{ stage: 'working' }, { stage: 'solved', token: 'one' }]);
});

test('a token is renewed before it expires, and the old one is good until then', async () => {
  const { work, runs, stages, solved } = begin();
  work.begin();
  await solved('one');
  await vi.advanceTimersByTimeAsync(renewAfter);
  expect([runs.length, work.read()]).toEqual([2, { stage: 'solved', token: 'one' }]);
  await solved('two');
  expect(stages.at(-1)).toEqual({ stage: 'solved', token: 'two' });
  await vi.advanceTimersByTimeAsync(renewAfter);
  expect(runs).toHaveLength(3);
});

test('a hidden page computes nothing until it is visible', async () => {
  const { work, runs, solved, hide, show } = begin();
  work.begin();
  await solved('one');
  hide();
  await vi.advanceTimersByTimeAsync(renewAfter * 5);
  expect(runs).toHaveLength(1);
  show();
  expect(runs).toHaveLength(2);
  await solved('two');
  expect(work.read()).toEqual({ stage: 'solved', token: 'two' });
});

test('after a failed submit the token is discarded immediately and another one is computed', async () => {
  const { work, stages, solved } = begin();
  work.begin();
  await solved('one');
  stages.length = 0;
  work.reset();
  expect(stages.map(({ stage }) => stage)).toEqual(['waiting', 'working']);
  await solved('two');
  expect(work.read()).toEqual({ stage: 'solved', token: 'two' });
});

test('a reset in the middle of the work stops that work', async () => {
  const { work, runs, solved } = begin();
  work.begin();
  work.reset();
  expect(runs.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  runs[0]?.solve('old');
  await solved('new');
  expect(work.read()).toEqual({ stage: 'solved', token: 'new' });
});

test('a reset before the work has begun does not begin it', () => {
  const { work, runs } = begin();
  work.reset();
  expect(runs).toEqual([]);
});

test('leaving the page ends the work and any planned renewal', async () => {
  const { work, runs, solved } = begin();
  work.begin();
  await solved('one');
  work.leave();
  await vi.advanceTimersByTimeAsync(renewAfter * 2);
  expect([work.read(), runs.length]).toEqual([{ stage: 'waiting' }, 1]);
});

const refused = { message: 'Slow down.', error: 'too-many' as const, request_id: 'x' };

test.each([
  ['a refusal', new FetchError(429, 'x', refused), 'Slow down.'],
  ['a proxy', new FetchError(502, 'x'), 'The server could not provide a challenge. Try again.'],
  [
    'no connection',
    new TypeError('Failed to fetch'),
    'The server could not be reached. Check your connection, then try again.',
  ],
  [
    'no answer',
    new DOMException('x', 'TimeoutError'),
    'The server could not be reached. Check your connection, then try again.',
  ],
  [
    'a worker that fails',
    new Error('x'),
    'This browser could not solve the challenge. Try again, or reload the page.',
  ],
])(
  '%s gives a sentence that says what to do, and trying again takes one press',
  async (_, error, sentence) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { work, failed, solved } = begin();
    work.begin();
    await failed(error);
    expect(work.read()).toEqual({ stage: 'failed', sentence });
    work.begin();
    await solved('one');
    expect(work.read()).toEqual({ stage: 'solved', token: 'one' });
  },
);

test('a renewal that fails discards the token, which would soon expire', async () => {
  const { work, solved, failed } = begin();
  work.begin();
  await solved('one');
  await vi.advanceTimersByTimeAsync(renewAfter);
  await failed(new TypeError('Failed to fetch'));
  expect(work.read().stage).toBe('failed');
});
