import type { UsageRecord } from '@polylogue/contract';
import { expect, test } from 'vitest';
import { by, joinedUsage, noUsage, spentMicros, total, usageOf, utcDayOf } from './sums.ts';

const day = 86_400_000;

const record = (more: Partial<UsageRecord> = {}): UsageRecord => ({
  usage_id: 'u',
  created_at: 100 * day + 5,
  conversation_id: 'c',
  message_id: 'm',
  provider: 'openai',
  model: 'gpt-6',
  host: 'api.openai.com',
  input: 10,
  output: 20,
  cached: 1,
  reasoning: 5,
  usd_micros: 120,
  is_estimate: false,
  ...more,
});

test('records add up by day and model, and by conversation; days outside are left out', () => {
  const { days, conversations } = usageOf(
    [
      record(),
      record({ created_at: 101 * day - 1, is_estimate: true }),
      record({ created_at: 101 * day, purpose: 'turn', conversation_id: 's' }),
      record({ created_at: 99 * day }),
      record({ created_at: 102 * day }),
    ],
    100,
    101,
  );
  expect(days).toMatchObject([
    { day: 100, model: 'gpt-6', answers: 2, input: 20, usd_micros: 240, estimates: 1 },
    { day: 101, answers: 1 },
  ]);
  expect(conversations).toMatchObject([
    { conversation_id: 'c', is_space: false, answers: 2 },
    { conversation_id: 's', is_space: true, answers: 1 },
  ]);
});

test('what has no known price is counted, not guessed', () => {
  const { days } = usageOf([record({ usd_micros: null, fee_usd_micros: null }), record()], 0, 200);
  expect(total(days)).toMatchObject({ answers: 2, usd_micros: 120, unpriced: 1, unknown_fees: 1 });
});

test('fees count as money, and old records have none', () => {
  const [sum = noUsage] = usageOf([record({ fee_usd_micros: 10_000, searches: 1 }), record()], 0, 200).days;
  expect(spentMicros(sum)).toBe(10_240);
  expect(sum.searches).toBe(1);
});

test('the account and this browser together are what both have', () => {
  const here = usageOf([record()], 0, 200);
  expect(joinedUsage([here, here])).toEqual(usageOf([record(), record()], 0, 200));
  expect(by(joinedUsage([here, here]).days, ({ provider }) => provider).get('openai')?.answers).toBe(2);
});

test('a day begins at midnight UTC', () => {
  expect([utcDayOf(0), utcDayOf(day - 1), utcDayOf(day)]).toEqual([0, 0, 1]);
});
