import { expect, test } from 'vitest';
import type { Toast } from '../../../../ui/index.ts';
import { openThread } from '../../../thread/index.ts';
import { dropOldest } from './drop-oldest.ts';
import { openMeter } from './open-meter.ts';

/** A chat with three answered questions, and what is said of it. */
async function start() {
  const thread = openThread({
    async *answer() {
      yield { type: 'text', text: 'Seen.' };
      yield { type: 'ended', because: 'done', raw: null };
    },
    modelFor: () => null,
    clock: { now: () => 0, after: () => () => {} },
  });
  for (const question of ['One', 'Two', 'Three']) {
    thread.send(question);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const meter = openMeter();
  const count = () => {
    const { sentFrom } = thread.read();
    meter.dispatch({ tokens: 100, window: 100, isEstimate: true, sentFrom });
  };
  const toasts: Toast[] = [];
  const drop = () => dropOldest(thread, meter, (toast) => toasts.push(toast));
  return { thread, count, toasts, drop, ids: thread.read().messages.map(({ id }) => id) };
}

test('a second press drops no more before what is left has been counted [STEER-40]', async () => {
  const { thread, count, drop, ids } = await start();
  count();
  expect(await Promise.all([drop(), drop()])).toEqual([true, true]);
  expect(thread.read().sentFrom).toBe(ids[4]);
  expect(await drop()).toBe(true);
  expect(thread.read().sentFrom).toBe(ids[4]);
});

test('once only the last question is sent, there is nothing older to drop [COST-18]', async () => {
  const { thread, count, toasts, drop, ids } = await start();
  await drop();
  count();
  expect(await drop()).toBe(false);
  expect(thread.read().sentFrom).toBe(ids[4]);
  expect(toasts.at(-1)?.title).toBe('There is nothing older to drop');
});

test('all of it can be sent again at once [STEER-40]', async () => {
  const { thread, toasts, drop } = await start();
  await drop();
  toasts[0]?.action?.act();
  expect(thread.read().sentFrom).toBeNull();
});

test('Undo of a second time brings back only what it has dropped [STEER-40]', async () => {
  const { thread, count, toasts, drop, ids } = await start();
  thread.dropOldest(ids[2] ?? '');
  count();
  expect(await drop()).toBe(true);
  expect(thread.read().sentFrom).toBe(ids[4]);
  toasts.at(-1)?.action?.act();
  expect(thread.read().sentFrom).toBe(ids[2]);
});
