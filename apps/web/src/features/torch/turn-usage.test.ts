import { expect, test } from 'vitest';
import { summaryUsage } from './turn-usage.ts';

const endpoint = { provider: 'openai', model: 'gpt-9', endpoint: 'https://api.openai.com/v1' } as const;
const prices = { listUsdOf: () => 0.002, usdOf: () => 0.003 };
const usageOf = (text: string, usage: { input: number; output: number } | null) =>
  summaryUsage('books', endpoint, prices, { input: 90, text, usage }, 1_000);

test('a summary of a space is recorded among what answers there cost, at the price of the provider’s count [COST-30]', () => {
  expect(usageOf('We meet on Friday.', { input: 80, output: 6 })).toMatchObject({
    ...{ purpose: 'turn', conversation_id: 'books', provider: 'openai', model: 'gpt-9' },
    ...{ host: 'api.openai.com', input: 80, output: 6, usd_micros: 2_000, is_estimate: false },
  });
});

test('a summary that is stopped is estimated, and one that was turned away is not recorded [COST-30]', () => {
  const stopped = usageOf('We meet', null);
  expect(stopped).toMatchObject({ input: 90, usd_micros: 3_000, is_estimate: true });
  expect(stopped?.output).toBeGreaterThan(0);
  expect(usageOf('', null)).toBeNull();
});
