import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { replaceableWorker, type Worked } from './replaceable.ts';

interface Said {
  block: number;
  left: number;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setting() {
  const workers: { say(what: Said): void; asked: unknown[]; isEnded: boolean }[] = [];
  const stuck: number[] = [];
  const heard: Said[] = [];
  const worker = replaceableWorker<Said>({
    start() {
      const listeners: ((event: { data: Said }) => void)[] = [];
      const one = {
        asked: [] as unknown[],
        isEnded: false,
        say: (data: Said) => {
          for (const listener of listeners) listener({ data });
        },
      };
      workers.push(one);
      return {
        postMessage: (message) => void one.asked.push(message),
        addEventListener: (_, listener) => void listeners.push(listener),
        terminate: () => {
          one.isEnded = true;
        },
      } satisfies Worked<Said>;
    },
    onSaid: (what) => void heard.push(what),
    onStuck: (block) => void stuck.push(block),
  });
  return { worker, workers, stuck, heard };
}

test('a worker that hangs is ended, and the next question starts another [CODE-15]', () => {
  const { worker, workers, stuck, heard } = setting();
  worker.ask('lines');
  workers[0]?.say({ block: 7, left: 3 });
  vi.advanceTimersByTime(4_900);
  workers[0]?.say({ block: 7, left: 2 });
  vi.advanceTimersByTime(4_900);
  expect(stuck).toEqual([]);
  vi.advanceTimersByTime(200);
  expect([stuck, workers[0]?.isEnded]).toEqual([[7], true]);
  worker.ask('others');
  expect(workers[1]?.asked).toEqual(['others']);
  workers[0]?.say({ block: 7, left: 0 });
  expect(heard).toHaveLength(2);
});

test('one that owes nothing may be silent for ever, and so may one that fetches a grammar', () => {
  const { worker, workers, stuck } = setting();
  worker.ask('lines');
  vi.advanceTimersByTime(60_000);
  workers[0]?.say({ block: 1, left: 4 });
  workers[0]?.say({ block: 1, left: 0 });
  vi.advanceTimersByTime(60_000);
  expect(stuck).toEqual([]);
});
