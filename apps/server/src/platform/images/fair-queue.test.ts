import { expect, test } from 'vitest';
import { fairQueue } from './fair-queue.ts';

/** Work that ends when the test says so. */
function slow() {
  const done: (() => void)[] = [];
  const order: string[] = [];
  return {
    order,
    work: (name: string) => () =>
      new Promise<string>((resolve) => {
        order.push(name);
        done.push(() => resolve(name));
      }),
    async finish() {
      done.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('one after the other, with everyone’s first before anyone’s second', async () => {
  const line = fairQueue({ perRequester: 9, total: 99 });
  const { order, work, finish } = slow();
  for (const name of ['ada 1', 'ada 2', 'ada 3', 'ben 1', 'ben 2', 'cleo 1']) {
    void line.run(name.split(' ')[0] ?? '', work(name));
  }
  expect(order).toEqual(['ada 1']);
  for (let times = 0; times < 6; times += 1) await finish();
  expect(order).toEqual(['ada 1', 'ada 2', 'ben 1', 'cleo 1', 'ada 3', 'ben 2']);
});

test('no requester can fill the queue, and the queue never exceeds its limit', async () => {
  const line = fairQueue({ perRequester: 2, total: 3 });
  const { work, finish } = slow();
  const taken = (asker: string) => line.run(asker, work(asker)) !== undefined;
  // The first is running, not waiting.
  expect([taken('ada'), taken('ada'), taken('ada'), taken('ada')]).toEqual([true, true, true, false]);
  expect([taken('ben'), taken('cleo')]).toEqual([true, false]);
  await finish();
  expect(taken('cleo')).toBe(true);
});

test('a failure does not block the queue', async () => {
  const line = fairQueue({ perRequester: 9, total: 9 });
  const failed = line.run('ada', () => Promise.reject(new Error('No.')));
  const next = line.run('ada', async () => 'done');
  await expect(failed).rejects.toThrow('No.');
  expect(await next).toBe('done');
});
