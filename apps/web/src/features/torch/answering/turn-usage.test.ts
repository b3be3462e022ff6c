import { expect, test } from 'vitest';
import type { AnswerEvent } from '../../keys/index.ts';
import { afterEvent, noOutcome } from './outcome.ts';
import { summaryUsage } from './turn-usage.ts';

const endpoint = { provider: 'openai', model: 'gpt-9', endpoint: 'https://api.openai.com/v1' } as const;
const prices = { listUsdOf: () => 0.002, usdOf: () => 0.003 };
const usageOf = (text: string, ...events: AnswerEvent[]) => {
  const outcome = events.reduce(afterEvent, noOutcome);
  return summaryUsage('books', endpoint, prices, { ...outcome, input: 90, text }, 1_000);
};
const said = { type: 'text', text: 'We meet' } as const;
const counted = { type: 'usage', usage: { input: 80, output: 6 } } as const;

test('a summary of a space is recorded among what answers there cost, at the price of the provider’s count [COST-30]', () => {
  expect(
    usageOf('We meet on Friday.', said, counted, { type: 'ended', because: 'done', raw: null }),
  ).toMatchObject({
    ...{ purpose: 'turn', conversation_id: 'books', provider: 'openai', model: 'gpt-9' },
    ...{ host: 'api.openai.com', input: 80, output: 6, usd_micros: 2_000, is_estimate: false },
  });
});

test('a summary that is stopped is estimated, and one that was turned away is not recorded [COST-30]', () => {
  const stopped = usageOf('We meet', said);
  expect(stopped).toMatchObject({ input: 90, usd_micros: 3_000, is_estimate: true });
  expect(stopped?.output).toBeGreaterThan(0);
  expect(usageOf('')).toBeNull();
});

test('a summary that is stopped while the model thinks is recorded, too [COST-30]', () => {
  expect(usageOf('', { type: 'reasoning', text: 'Who meets' })).toMatchObject({
    input: 90,
    is_estimate: true,
  });
  expect(usageOf('', counted)).toMatchObject({ input: 80, output: 6, is_estimate: true });
});
