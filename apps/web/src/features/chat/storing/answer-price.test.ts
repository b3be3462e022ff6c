import { expect, test } from 'vitest';
import { priceOf } from './answer-price.ts';

const at = Date.parse('2026-11-21');
const luna = { provider: 'openai', model: 'gpt-6-luna', endpoint: 'https://api.openai.com/v1' } as const;
const elsewhere = { ...luna, endpoint: 'https://openrouter.ai/api/v1' };
const usage = { input: 1_000_000, output: 1_000 };

test('what a provider says it charges is recorded, also where no list price is known [COST-30]', async () => {
  expect(await priceOf({ asked: elsewhere, at }, { ...usage, cost: 0.0421 })).toBe(42_100);
  expect(await priceOf({ asked: luna, at }, { ...usage, cost: 0 })).toBe(0);
});

test('otherwise the list price is, and elsewhere none', async () => {
  expect(await priceOf({ asked: luna, at }, { input: 1_000, output: 1_000 })).toBe(600);
  expect(await priceOf({ asked: elsewhere, at }, usage)).toBeNull();
});
