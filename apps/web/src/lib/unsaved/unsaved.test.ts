import { expect, test } from 'vitest';
import { holdUnsaved, isUnsaved, mayLeavePage, unsavedWords, whenAllSaved } from './unsaved.ts';

test('a page with nothing typed can be left without a question', async () => {
  expect(await mayLeavePage()).toBe(true);
});

test('typed text is asked about until it is saved', async () => {
  let answer = false;
  const saved = holdUnsaved({ what: 'your profile', ask: async () => answer });
  expect(unsavedWords()).toEqual(['your profile']);
  expect(await mayLeavePage()).toBe(false);
  answer = true;
  expect(await mayLeavePage()).toBe(true);
  saved();
  expect(isUnsaved()).toBe(false);
});

test('a listener is told when the last of it is saved', () => {
  let heard = 0;
  whenAllSaved(() => {
    heard += 1;
  });
  const one = holdUnsaved({ what: 'one', ask: async () => false });
  const other = holdUnsaved({ what: 'other', ask: async () => false });
  one();
  expect(heard).toBe(0);
  other();
  expect(heard).toBe(1);
});
