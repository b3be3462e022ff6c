import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connection } from '../../../../../lib/testing/connection.ts';
import { replaceableWorker, type Worked } from './replaceable.ts';

interface Message {
  block: number;
  left: number;
}

const internet = connection();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setting() {
  const workers: { say(what: Message): void; fail(): void; asked: unknown[]; isEnded: boolean }[] = [];
  const stuck: number[] = [];
  const heard: Message[] = [];
  let again = 0;
  const worker = replaceableWorker<Message>({
    start() {
      const heardBy: Record<string, ((event: { data: Message }) => void)[]> = { message: [], error: [] };
      const tell = (type: string, data: Message) => {
        for (const listener of heardBy[type] ?? []) listener({ data });
      };
      const one = {
        asked: [] as unknown[],
        isEnded: false,
        say: (data: Message) => tell('message', data),
        fail: () => tell('error', { block: 0, left: 0 }),
      };
      workers.push(one);
      return {
        postMessage: (message) => void one.asked.push(message),
        addEventListener: (type: string, listener: (event: { data: Message }) => void) =>
          void heardBy[type]?.push(listener),
        terminate: () => {
          one.isEnded = true;
        },
      } satisfies Worked<Message>;
    },
    onSaid: (what) => void heard.push(what),
    onStuck: (block) => void stuck.push(block),
    onAgain() {
      again += 1;
      worker.ask('everything');
    },
  });
  return { worker, workers, stuck, heard, again: () => again };
}

test('a worker that hangs is terminated, and the next question starts another [CODE-15]', () => {
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

test('a worker may stay silent if it owes nothing, or is loading a grammar', () => {
  const { worker, workers, stuck } = setting();
  worker.ask('lines');
  vi.advanceTimersByTime(60_000);
  workers[0]?.say({ block: 1, left: 4 });
  workers[0]?.say({ block: 1, left: 0 });
  vi.advanceTimersByTime(60_000);
  expect(stuck).toEqual([]);
});

test('a worker whose script fails to load is requested again after a while, or when there is a connection [CODE-14]', () => {
  const { worker, workers, again } = setting();
  worker.ask('one');
  workers[0]?.fail();
  worker.ask('two');
  expect([workers.length, workers[0]?.isEnded]).toEqual([1, true]);
  vi.advanceTimersByTime(5_000);
  expect([again(), workers[1]?.asked]).toEqual([1, ['everything']]);
  workers[1]?.fail();
  internet.comesBack();
  expect([again(), workers[2]?.asked]).toEqual([2, ['everything']]);
});

test('a worker that fails after starting is not replaced', () => {
  const { worker, workers, again } = setting();
  worker.ask('one');
  workers[0]?.say({ block: 1, left: 0 });
  workers[0]?.fail();
  worker.ask('two');
  vi.advanceTimersByTime(60_000);
  expect([again(), workers.length, workers[0]?.asked]).toEqual([0, 1, ['one', 'two']]);
});
