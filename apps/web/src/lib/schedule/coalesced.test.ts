import { expect, test } from 'vitest';
import { coalesced } from './coalesced.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('work is done one at a time, and once more for all calls during it, even after it failed', async () => {
  const begun: PromiseWithResolvers<void>[] = [];
  const again = coalesced(() => {
    const work = Promise.withResolvers<void>();
    begun.push(work);
    return work.promise;
  });
  again();
  again();
  again();
  await settled();
  expect(begun).toHaveLength(1);
  begun[0]?.reject(new Error('no'));
  await settled();
  expect(begun).toHaveLength(2);
  begun[1]?.resolve();
  await settled();
  expect(begun).toHaveLength(2);
  again();
  expect(begun).toHaveLength(3);
});

test('work that is wanted again and again leaves others some multiple of its time', async () => {
  const done: number[] = [];
  const again = coalesced(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    done.push(performance.now());
  }, 4);
  again();
  await again();
  const [first = 0, second = 0] = done;
  // 80 ms after the first one has ended, the second one begins.
  expect(second - first).toBeGreaterThan(90);
});
