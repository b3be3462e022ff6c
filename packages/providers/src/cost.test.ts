import { describe, expect, test } from 'vitest';
import { costOfUsage, pricedModel } from './cost.ts';
import { knownModelsOf, modelInfo } from './known-models.ts';
import { type ProviderName, providerNames } from './question.ts';

/** A Saturday before every announced change. */
const quiet = Date.parse('2026-11-21T12:00:00Z');

// The vendors' price lists: US dollars for a million tokens in, out, and in from the cache.
const prices: [ProviderName, string, number | null, number | null, number | null][] = [
  ['openai', 'gpt-6.2-sol', 2, 10, 0.1],
  ['openai', 'gpt-6.1-sol', 2, 10, 0.1],
  ['openai', 'gpt-6.1-terra', 1, 5, 0.05],
  ['openai', 'gpt-6-luna', 0.1, 0.5, 0.01],
  ['openai', 'gpt-6-sol', 2, 10, 0.2],
  ['openai', 'gpt-6-astra', 10, 50, 1],
  ['openai', 'gpt-5.5', 5, 30, 0.5],
  ['openai', 'gpt-5.4-mini', 0.75, 4.5, 0.075],
  ['openai', 'gpt-4o', 2.5, 10, 1.25],
  ['openai', 'gpt-4o-2024-05-13', 5, 15, null],
  ['openai', 'gpt-4o-mini', 0.15, 0.6, 0.075],
  ['gemini', 'gemini-4-carbon', 2, 10, 0.1],
  ['gemini', 'gemini-4-argon', 2, 10, 0.1],
  ['gemini', 'gemini-4-hydrogen', 1.5, 7.5, null],
  ['gemini', 'gemini-3.8-flash', 0.75, 3.75, 0.075],
  ['gemini', 'gemini-3.5-flash', 1.5, 9, 0.15],
  ['gemini', 'gemini-3.5-flash-lite', 0.3, 2.5, null],
  ['gemini', 'gemini-3.1-pro-preview', 2, 12, 0.2],
  ['gemini', 'gemini-2.5-flash-lite', 0.1, 0.4, 0.01],
  ['gemini', 'gemini-2.5-flash', 0.3, 2.5, 0.03],
  ['gemini', 'gemini-2.5-pro', 1.25, 10, 0.125],
  ['gemini', 'gemini-pro', null, null, null],
  ['anthropic', 'claude-opus-5-5', 4, 20, 0.2],
  ['anthropic', 'claude-sonnet-5-5', 2, 10, 0.1],
  ['anthropic', 'claude-haiku-5-5', 0.1, 0.5, 0.01],
  ['anthropic', 'claude-fable-5-2', 8, 40, null],
  ['anthropic', 'claude-fable-5-1', 10, 50, 0.25],
  ['anthropic', 'claude-fable-5', 10, 50, 1],
  ['anthropic', 'claude-opus-5', 5, 25, 0.5],
  ['anthropic', 'claude-sonnet-5', 2, 10, 0.2],
  ['anthropic', 'claude-opus-4-8', 5, 25, 0.5],
  ['anthropic', 'claude-opus-4-7', 5, 25, 0.5],
  ['anthropic', 'claude-opus-4-6', 5, 25, 0.5],
  ['anthropic', 'claude-opus-4-5', 5, 25, 0.5],
  ['anthropic', 'claude-sonnet-4-6', 3, 15, 0.3],
  ['anthropic', 'claude-haiku-4-5', 1, 5, 0.1],
  ['anthropic', 'claude-sonnet-4-5', 3, 15, 0.3],
  ['anthropic', 'claude-3-5-sonnet-20241022', 3, 15, 0.3],
  ['deepseek', 'deepseek-flash', 0.15, 0.6, 0.003],
  ['deepseek', 'deepseek-v4-pro', 0.66, 1.98, 0.022],
  ['deepseek', 'deepseek-v4-flash', 0.15, 0.6, 0.003],
  ['deepseek', 'deepseek-chat', 0.14, 0.28, 0.0028],
  ['deepseek', 'deepseek-reasoner', 0.14, 0.28, 0.0028],
  ['grok', 'grok-4.7', 2, 6, 0.5],
  ['grok', 'grok-4.6', 2, 6, 0.5],
  ['grok', 'grok-4.5', 2, 6, 0.5],
  ['grok', 'grok-4.3', 1.25, 2.5, 0.2],
  ['grok', 'grok-4.20-reasoning', 1.25, 2.5, 0.2],
  ['grok', 'grok-4.20-non-reasoning', 1.25, 2.5, 0.2],
  ['grok', 'grok-build-0.1', 1, 2, 0.2],
  ['grok', 'grok-2-1212', 2, 10, 2],
];

describe('a million tokens in, a million out, a million in from the cache [COST-03]', () => {
  test.each(prices)('%s %s', (provider, id, input, output, cached) => {
    const model = modelInfo(provider, id);
    const small = (usage: { input: number; output: number; cachedInput?: number }) => {
      const cost = costOfUsage(usage, model, quiet);
      return cost && { ...cost, usd: Number((cost.usd * 1000).toFixed(6)) };
    };
    if (input === null || output === null) return expect(small({ input: 1000, output: 0 })).toBeNull();
    expect(small({ input: 1000, output: 0 })).toEqual({ usd: input, isEstimate: false });
    expect(small({ input: 0, output: 1000 })).toEqual({ usd: output, isEstimate: false });
    expect(small({ input: 1000, output: 0, cachedInput: 1000 })).toEqual({
      usd: cached ?? input,
      isEstimate: cached === null,
    });
  });

  test('no model we know is missing here', () => {
    const all = providerNames.flatMap((provider) =>
      knownModelsOf(provider).map(({ id }) => `${provider} ${id}`),
    );
    expect(prices.map(([provider, id]) => `${provider} ${id}`).toSorted()).toEqual(all.toSorted());
  });
});

const usd = (id: string, provider: ProviderName, input: number, output: number, at = quiet) =>
  costOfUsage({ input, output }, modelInfo(provider, id), at)?.usd;

test('a question above the threshold costs more as a whole, and so does its answer [COST-03]', () => {
  expect(usd('gpt-6-luna', 'openai', 272_000, 0)).toBeCloseTo(0.0272);
  expect(usd('gpt-6-luna', 'openai', 272_001, 1_000_000)).toBeCloseTo(0.0544 + 0.75);
  expect(usd('claude-haiku-5-5', 'anthropic', 200_000, 0)).toBeCloseTo(0.1);
});

test('several questions do not count as one long one: the longest of them decides [COST-03]', () => {
  const both = { input: 300_000, output: 0 };
  const luna = modelInfo('openai', 'gpt-6-luna');
  expect(costOfUsage(both, luna, quiet, 151_000)?.usd).toBeCloseTo(0.03);
  expect(costOfUsage(both, luna, quiet)?.usd).toBeCloseTo(0.06);
});

test('an announced price holds from its first day [COST-03]', () => {
  const before = Date.parse('2026-11-30T23:59:59Z');
  expect(usd('gemini-4-argon', 'gemini', 1_000_000, 0, before)).toBe(2);
  expect(usd('gemini-4-argon', 'gemini', 1_000_000, 0, before + 1000)).toBe(4);
});

test.each([
  ['a Monday at 02:00', '2026-11-23T02:00:00Z', 0.3],
  ['a Monday at 04:00', '2026-11-23T04:00:00Z', 0.15],
  ['a Friday at 09:59', '2026-11-27T09:59:00Z', 0.3],
  ['a Saturday at 02:00', '2026-11-21T02:00:00Z', 0.15],
] as const)('deepseek in its busy hours costs double, as an estimate: %s [COST-03]', (_, at, price) => {
  const cost = costOfUsage(
    { input: 1_000_000, output: 0 },
    modelInfo('deepseek', 'deepseek-flash'),
    Date.parse(at),
  );
  expect(cost).toEqual({ usd: price, isEstimate: price === 0.3 });
});

test('deepseek’s legacy name is billed as what it stands for, in busy hours too [COST-03]', () => {
  const monday = Date.parse('2026-11-23T02:00:00Z');
  expect(usd('deepseek-v4-flash', 'deepseek', 1_000_000, 0, monday)).toBe(0.3);
});

test('the cost the provider reports wins, even where we know no price [COST-04]', () => {
  const usage = { input: 1000, output: 1000, cost: 0.0042 };
  expect(costOfUsage(usage, modelInfo('grok', 'grok-4.7'), quiet)).toEqual({
    usd: 0.0042,
    isEstimate: false,
  });
  expect(costOfUsage(usage, null, quiet)).toEqual({ usd: 0.0042, isEstimate: false });
});

test('prices hold only at the provider’s own host, whatever the model is called [COST-05]', () => {
  const own = 'https://api.openai.com/v1';
  expect(pricedModel('openai', 'gpt-4o-2024-08-06', own)?.id).toBe('gpt-4o');
  for (const elsewhere of ['http://localhost:11434/v1', 'https://api.openai.com.evil.example/v1', '::'])
    expect(pricedModel('openai', 'gpt-4o', elsewhere)).toBeNull();
  expect(pricedModel('openai', 'my-own-model', own)).toBeNull();
  expect(costOfUsage({ input: 5, output: 5 }, null, quiet)).toBeNull();
});
