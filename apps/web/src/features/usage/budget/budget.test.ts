import { expect, test } from 'vitest';
import { monthSpentIn, usedUp, usedUpValue } from '../used-up/index.ts';
import { budgetId, budgetIn, budgetWords, isBudgetUsedUp, isNearlyUsedUp } from './budget.ts';
import { microsOf } from './typed-budget.ts';

const record = (fields: object, record_id = budgetId) => ({
  ...{ kind: 'budget', record_id },
  fields: fields as Record<string, [number | boolean, number]>,
});
const dollars = (usd: number) => usd * 1_000_000;

test('a budget is read from its record; emptied or unreadable, there is none', () => {
  const fields = { monthly_usd_micros: [dollars(10), 5], stops: [true, 5] };
  expect(budgetIn([record(fields)])).toEqual({ micros: dollars(10), stops: true });
  expect(budgetIn([record({ monthly_usd_micros: [dollars(10), 5] })])).toMatchObject({ stops: false });
  for (const rubbish of [{}, { monthly_usd_micros: [null, 5] }, { monthly_usd_micros: ['10', 5] }]) {
    expect(budgetIn([record(rubbish)])).toBeNull();
  }
  expect(budgetIn([{ ...record(fields), kind: 'folder' }])).toBeNull();
  expect(budgetIn(null)).toBeNull();
});

test('it warns from 80 % on, and is used up at all of it [BUDGET-01]', () => {
  const spent = (usd: number) => ({ budget: { micros: dollars(10), stops: true }, spent: dollars(usd) });
  expect([7.99, 8, 9.99, 10].map((usd) => isNearlyUsedUp(spent(usd)))).toEqual([false, true, true, true]);
  expect([8, 9.999999, 10].map((usd) => isBudgetUsedUp(spent(usd)))).toEqual([false, false, true]);
  expect(budgetWords(spent(8.04), 'en-US')).toBe('$8.04 of $10.00');
});

test('an amount is read as people type it', () => {
  expect(['20', ' 7.50 ', '7,5', '$3', '0.29'].map(microsOf)).toEqual([
    ...[20_000_000, 7_500_000, 7_500_000, 3_000_000, 290_000],
  ]);
  const long = ['1,500', '$1,500.00', '1.500', '1.500,5', '1 500', '1’000’000'];
  expect(long.map(microsOf)).toEqual([...[1_500, 1_500, 1_500, 1_500.5, 1_500, 1_000_000].map(dollars)]);
  for (const none of ['', '0', '-1', '0.125', '12,34,567', '1.2345', 'ten', '1e3', '9999999'])
    expect(microsOf(none)).toBeNull();
});

test('a month that is over stops nothing any more [BUDGET-02]', () => {
  const end = Date.parse('2026-12-01T00:00:00Z');
  const entry = usedUpValue({ until: end, spent: dollars(10.02) }, '$10.02 of $10.00');
  expect(usedUp(entry, end - 1)).toMatchObject({
    text: '$10.02 of $10.00 spent. Change it under Costs to go on',
  });
  expect(usedUp(entry, end)).toBeNull();
  expect([end - 1, end].map((now) => monthSpentIn(entry, now)?.spent)).toEqual([dollars(10.02), undefined]);
  for (const nothing of [null, '', 'rubbish', '2026-11 $10.02 of $10.00'])
    expect([usedUp(nothing, 0), monthSpentIn(nothing, 0)]).toEqual([null, null]);
});
