import { expect, test } from 'vitest';
import { aloneByLock } from './alone.ts';
import { lockManager } from './testing/browser.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
/** A millisecond is a turn of the event loop. */
async function wait(ms: number) {
  for (let each = 0; each < ms; each += 1) await turn();
}

/** Two tabs that see what the other has written only so many milliseconds later. */
function tabs(late: number) {
  const locks = lockManager();
  const seen = new Map<string, string>([
    ['one', 'old'],
    ['two', 'old'],
  ]);
  let written = 0;
  const alone = aloneByLock(locks, wait);
  const wake = (tab: string, isFailing = false) =>
    alone(
      async () => {
        if (seen.get(tab) !== 'old') return;
        written += 1;
        await turn();
        if (isFailing) throw new Error('No connection.');
        seen.set(tab, 'new');
        void wait(late).then(() => {
          for (const other of seen.keys()) seen.set(other, 'new');
        });
      },
      () => seen.get(tab) !== 'old',
    );
  return { wake, written: () => written };
}

test('what the tab before has written is waited for, though it arrives after the lock', async () => {
  const { wake, written } = tabs(50);
  await Promise.all([wake('one'), wake('two')]);
  expect(written()).toBe(1);
});

test('also by a tab that comes when nobody holds the lock any more', async () => {
  const { wake, written } = tabs(50);
  await wake('one');
  await wake('two');
  expect(written()).toBe(1);
});

test('where the tab before has failed there is nothing to wait for', async () => {
  const { wake, written } = tabs(0);
  const outcomes = await Promise.allSettled([wake('one', true), wake('two')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(written()).toBe(2);
});
