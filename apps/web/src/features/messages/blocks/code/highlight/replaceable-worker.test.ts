import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connection } from '../../../../../lib/testing/connection.ts';
import { replaceableWorker, type WorkerLike } from './replaceable-worker.ts';

interface Message {
  block: number;
  remaining: number;
}

const internet = connection();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setting() {
  const workers: { send(message: Message): void; fail(): void; posted: unknown[]; isEnded: boolean }[] = [];
  const stuck: number[] = [];
  const received: Message[] = [];
  let again = 0;
  const worker = replaceableWorker<Message>({
    start() {
      const listeners: Record<string, ((event: { data: Message }) => void)[]> = { message: [], error: [] };
      const notify = (type: string, data: Message) => {
        for (const listener of listeners[type] ?? []) listener({ data });
      };
      const one = {
        posted: [] as unknown[],
        isEnded: false,
        send: (data: Message) => notify('message', data),
        fail: () => notify('error', { block: 0, remaining: 0 }),
      };
      workers.push(one);
      return {
        postMessage: (message) => void one.posted.push(message),
        addEventListener: (type: string, listener: (event: { data: Message }) => void) =>
          void listeners[type]?.push(listener),
        terminate: () => {
          one.isEnded = true;
        },
      } satisfies WorkerLike<Message>;
    },
    onMessage: (message) => void received.push(message),
    onHang: (block) => void stuck.push(block),
    onAvailable() {
      again += 1;
      worker.post('everything');
    },
  });
  return { worker, workers, stuck, received, again: () => again };
}

test('a worker that hangs is terminated, and the next question starts another [CODE-15]', () => {
  const { worker, workers, stuck, received } = setting();
  worker.post('lines');
  workers[0]?.send({ block: 7, remaining: 3 });
  vi.advanceTimersByTime(4_900);
  workers[0]?.send({ block: 7, remaining: 2 });
  vi.advanceTimersByTime(4_900);
  expect(stuck).toEqual([]);
  vi.advanceTimersByTime(200);
  expect([stuck, workers[0]?.isEnded]).toEqual([[7], true]);
  worker.post('others');
  expect(workers[1]?.posted).toEqual(['others']);
  workers[0]?.send({ block: 7, remaining: 0 });
  expect(received).toHaveLength(2);
});

test('a worker may stay silent if it owes nothing, or is loading a grammar', () => {
  const { worker, workers, stuck } = setting();
  worker.post('lines');
  vi.advanceTimersByTime(60_000);
  workers[0]?.send({ block: 1, remaining: 4 });
  workers[0]?.send({ block: 1, remaining: 0 });
  vi.advanceTimersByTime(60_000);
  expect(stuck).toEqual([]);
});

test('a worker whose script fails to load is requested again after a while, or when there is a connection [CODE-14]', () => {
  const { worker, workers, again } = setting();
  worker.post('one');
  workers[0]?.fail();
  worker.post('two');
  expect([workers.length, workers[0]?.isEnded]).toEqual([1, true]);
  vi.advanceTimersByTime(5_000);
  expect([again(), workers[1]?.posted]).toEqual([1, ['everything']]);
  workers[1]?.fail();
  internet.comesBack();
  expect([again(), workers[2]?.posted]).toEqual([2, ['everything']]);
});

test('a worker that fails after starting is not replaced', () => {
  const { worker, workers, again } = setting();
  worker.post('one');
  workers[0]?.send({ block: 1, remaining: 0 });
  workers[0]?.fail();
  worker.post('two');
  vi.advanceTimersByTime(60_000);
  expect([again(), workers.length, workers[0]?.posted]).toEqual([0, 1, ['one', 'two']]);
});
