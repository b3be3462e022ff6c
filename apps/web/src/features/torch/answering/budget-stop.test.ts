import { expect, test } from 'vitest';
import { memory } from '../testing/lender.ts';
import { watchBudgetStop } from './budget-stop.ts';

function open(entry = '') {
  const browser = memory();
  browser.write('used up', entry);
  const seen: string[] = [];
  const stop = watchBudgetStop({
    isUsedUp: () => browser.read('used up') !== '',
    listen: (work) => browser.listen(work),
    addUp: () => void seen.push('added up'),
    onLifted: () => void seen.push('lifted'),
    onChanged: () => void seen.push('changed'),
  });
  return { seen, stop, store: (value: string) => void browser.write('used up', value) };
}

test('a budget that is used up is added up anew: it may have been raised on another device', () => {
  expect(open('$10.02').seen).toEqual(['added up']);
  const { seen, store } = open();
  expect(seen).toEqual([]);
  store('$10.02');
  store('$10.03');
  expect(seen).toEqual(['added up', 'changed', 'changed']);
});

test('once it stops no longer, questions that it stopped may come again', () => {
  const { seen, store, stop } = open('$10.02');
  store('');
  expect(seen).toEqual(['added up', 'lifted', 'changed']);
  stop();
  store('$10.02');
  expect(seen).toHaveLength(3);
});
