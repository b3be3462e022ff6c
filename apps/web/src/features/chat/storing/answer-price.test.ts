import * as known from '@polylogue/providers/counting';
import { expect, test } from 'vitest';
import { tokensOf } from '../steering/models/token-counts.ts';
import { question, reply } from '../steering/testing/messages.ts';
import { estimateOf, priceOf } from './answer-price.ts';

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

test('a stopped answer is estimated by all that was sent, in tokens of its model', async () => {
  const asked = {
    provider: 'anthropic',
    model: 'claude-opus-5-5',
    endpoint: 'https://api.anthropic.com',
  } as const;
  const messages = [question('Which of these files is the newest?'), reply('The one of ')];
  const answer = { conversation: { messages, sentFrom: null }, asked, before: '', added: 'The one of ' };
  const alone = await estimateOf(answer, () => 0);
  expect(alone.input).toBeCloseTo(1.3 * tokensOf(messages[0] as never, known));
  expect(alone.output).toBeCloseTo(1.3 * known.estimateTokens('The one of '));
  const besides = await estimateOf({ ...answer, before: 'The one of ' }, () => 90_000);
  expect(besides.input).toBeCloseTo(alone.input + alone.output + 1.3 * 90_000);
});
