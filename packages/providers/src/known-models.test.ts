import { expect, test } from 'vitest';
import { canTake, knownModelsOf, modelInfo, modelName } from './known-models.ts';
import { providerNames } from './question.ts';

test('a model is known with its context window, its longest answer and its price', () => {
  expect(modelInfo('openai', 'gpt-4o')).toMatchObject({
    displayName: 'GPT-4o',
    contextWindow: 128_000,
    maxOutputTokens: 16_384,
    price: { input: 2.5, output: 10, cachedInput: 1.25 },
    reasoning: false,
  });
  expect(modelInfo('deepseek', 'deepseek-flash')).toMatchObject({
    maxOutputTokens: 393_216,
    price: { input: 0.15, output: 0.6 },
    peakPrice: { input: 0.3, output: 1.2 },
  });
  expect(modelInfo('gemini', 'gemini-3.8-flash')?.priceChange).toEqual({
    from: '2027-01-01',
    price: { input: 1.5, output: 7.5, cachedInput: 0.15 },
  });
  expect(modelInfo('anthropic', 'claude-haiku-5-5')?.longContext).toEqual({
    above: 100_000,
    price: { input: 0.5, output: 2.5, cachedInput: 0.05 },
  });
});

test.each([
  ['openai', 'gpt-4o-2024-08-06', 'gpt-4o'],
  ['anthropic', 'claude-haiku-4-5-20251001', 'claude-haiku-4-5'],
  ['anthropic', 'claude-3-5-sonnet-20241022', 'claude-3-5-sonnet-20241022'],
  ['gemini', 'models/gemini-3.8-flash', 'gemini-3.8-flash'],
  ['gemini', 'gemini-3.8-flash-latest', 'gemini-3.8-flash'],
  ['openai', ' gpt-6-luna ', 'gpt-6-luna'],
] as const)('%s knows %s as %s', (provider, id, known) => {
  expect(modelInfo(provider, id)?.id).toBe(known);
});

test.each([
  ['openai', 'gpt-4o-audio-preview'],
  ['openai', 'gpt-99'],
  ['gemini', 'gemini-pro-latest'],
  ['grok', 'gpt-4o'],
  ['openai', ''],
] as const)('%s does not claim to know %s', (provider, id) => {
  expect(modelInfo(provider, id)).toBeNull();
});

test('the first gpt-4o costs what it cost then, not what its name costs now', () => {
  expect(modelInfo('openai', 'gpt-4o-2024-05-13')?.price).toMatchObject({ input: 5, output: 15 });
});

test('no model is listed twice, and no window is smaller than its answer', () => {
  for (const provider of providerNames) {
    const ids = knownModelsOf(provider).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const model of knownModelsOf(provider))
      expect(model.maxOutputTokens ?? 0, model.id).toBeLessThanOrEqual(model.contextWindow);
  }
});

test.each([
  ['openai', 'gpt-4o', 'image/png', true],
  ['openai', 'gpt-4o', 'application/pdf', true],
  ['openai', 'gpt-5.4-mini', 'application/pdf', false],
  ['openai', 'gpt-4o', 'video/mp4', false],
  ['openai', 'gpt-4o', 'image/avif', false],
  ['openai', 'some-local-model', 'image/jpeg', true],
  ['gemini', 'gemini-3.8-flash', 'video/mp4', true],
  ['gemini', 'gemini-3.8-flash', 'audio/mpeg', true],
  ['gemini', 'gemini-3.8-flash', 'image/gif', false],
  ['gemini', 'gemini-pro', 'video/mp4', false],
  ['gemini', 'gemini-pro', 'image/png', false],
  ['anthropic', 'claude-sonnet-5-5', 'application/pdf', true],
  ['anthropic', 'claude-sonnet-5-5', 'video/mp4', false],
  ['deepseek', 'deepseek-flash', 'image/webp', true],
  ['deepseek', 'deepseek-v4-pro', 'image/webp', false],
  ['deepseek', 'deepseek-flash', 'application/pdf', false],
  ['grok', 'grok-4.7', 'image/jpeg', true],
  ['grok', 'grok-4.7', 'image/webp', false],
  ['grok', 'grok-4.7', 'application/pdf', false],
  ['deepseek', 'deepseek-v4-pro', 'text/plain; charset=utf-8', true],
  ['grok', 'grok-2-1212', 'application/json', true],
  ['grok', 'grok-2-1212', 'image/svg+xml', true],
  ['openai', 'gpt-4o', 'application/zip', false],
] as const)('%s %s and %s: %s', (provider, model, mediaType, can) => {
  expect(canTake(provider, model, mediaType)).toBe(can);
});

test('a model has one name, dated or not; one that nothing is known of keeps its id [LOOK-31]', () => {
  expect(modelName('openai', 'gpt-4o')).toBe('GPT-4o');
  expect(modelName('openai', 'gpt-4o-2024-08-06')).toBe('GPT-4o');
  expect(modelName('openai', 'llama3.2:latest')).toBe('llama3.2:latest');
});
