import { expect, test } from 'vitest';
import { isUnsaved, mayLeavePage, registerUnsaved, unsavedWords, whenAllSaved } from './unsaved.ts';

test('a page with nothing typed can be left without a confirmation', async () => {
  expect(await mayLeavePage()).toBe(true);
});

test('leaving needs a confirmation until typed text is saved', async () => {
  let answer = false;
  const saved = registerUnsaved({ label: 'your profile', confirmLeave: async () => answer });
  expect(unsavedWords()).toEqual(['your profile']);
  expect(await mayLeavePage()).toBe(false);
  answer = true;
  expect(await mayLeavePage()).toBe(true);
  saved();
  expect(isUnsaved()).toBe(false);
});

test('listeners are called once nothing is unsaved any more', () => {
  let calls = 0;
  whenAllSaved(() => {
    calls += 1;
  });
  const one = registerUnsaved({ label: 'one', confirmLeave: async () => false });
  const other = registerUnsaved({ label: 'other', confirmLeave: async () => false });
  one();
  expect(calls).toBe(0);
  other();
  expect(calls).toBe(1);
});
