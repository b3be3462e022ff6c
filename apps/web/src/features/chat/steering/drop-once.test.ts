import { expect, test, vi } from 'vitest';
import { openThread } from '../../thread/index.ts';
import { dropOnce } from './drop-once.ts';

/** A chat with two answered questions, and a `drop` that removes the first of them once the test lets it. */
async function start() {
  const clock = { now: () => 0, after: () => () => {} };
  const thread = openThread({
    async *answer() {
      yield { type: 'text', text: 'Seen.' };
      yield { type: 'ended', because: 'done', raw: null };
    },
    modelFor: () => null,
    clock,
  });
  for (const question of ['One', 'Two']) {
    thread.send(question);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const fetched = Promise.withResolvers<void>();
  const second = thread.read().messages[2]?.id ?? '';
  const drop = vi.fn(async (isWanted: () => boolean) => {
    await fetched.promise;
    if (!isWanted()) return false;
    thread.dropOldest(second);
    return true;
  });
  let meter = {};
  const count = () => {
    meter = {};
  };
  const dropOldest = dropOnce(thread, () => meter, drop);
  return { thread, drop, dropOldest, count, goOn: fetched.resolve, second };
}

test('the oldest messages are dropped once, even if requested again meanwhile [STEER-40]', async () => {
  const { thread, drop, dropOldest, count, goOn, second } = await start();
  const both = [dropOldest(), dropOldest()];
  goOn();
  await Promise.all(both);
  expect([drop.mock.calls.length, thread.read().sentFrom]).toEqual([1, second]);
  count();
  await dropOldest();
  expect(drop).toHaveBeenCalledTimes(2);
});

test('they are dropped once per count: not again until the meter has counted [STEER-40]', async () => {
  const { drop, dropOldest, count, goOn } = await start();
  goOn();
  expect([await dropOldest(), await dropOldest()]).toEqual([true, true]);
  expect(drop).toHaveBeenCalledOnce();
  count();
  await dropOldest();
  expect(drop).toHaveBeenCalledTimes(2);
});

test('messages that were restored, or refused again, can be dropped whatever the meter shows', async () => {
  const { thread, drop, dropOldest, goOn } = await start();
  goOn();
  await dropOldest();
  thread.sendAll();
  await dropOldest();
  expect(drop).toHaveBeenCalledTimes(2);
  thread.send('Three');
  await dropOldest();
  expect(drop).toHaveBeenCalledTimes(3);
});

test('after a failure it can be requested again', async () => {
  const { thread, drop } = await start();
  drop.mockRejectedValueOnce(new TypeError('offline'));
  const dropOldest = dropOnce(thread, () => null, drop);
  await expect(dropOldest()).rejects.toThrow('offline');
  void dropOldest();
  expect(drop).toHaveBeenCalledTimes(2);
});
