import { describe, expect, test } from 'vitest';
import { catalog } from './catalog.ts';
import { priceAt } from './cost.ts';
import { canTake, knownModelsOf, modelInfo } from './known-models.ts';
import { type ProviderName, providerNames } from './question.ts';
import { modelTerms } from './terms.ts';

/** A Saturday before every announced change. */
const quiet = Date.parse('2026-11-21T12:00:00Z');
const own = (provider: ProviderName, model: string, at = quiet) =>
  modelTerms(provider, model, catalog[provider].defaultEndpoint, at);

test('the terms of a model are those of the catalogue', () => {
  const { priceAt, window, longest } = own('openai', 'gpt-6-luna');
  expect({ window, longest }).toEqual({ window: 1_050_000, longest: 128_000 });
  expect(priceAt(272_000)).toEqual({ input: 0.1, output: 0.5 });
  expect(priceAt(272_001)).toEqual({ input: 0.2, output: 0.75 });
  expect(own('grok', 'grok-4.7').longest).toBeNull();
});

test('the origin of an endpoint is enough', () => {
  expect(modelTerms('anthropic', 'claude-opus-5-5', 'https://api.anthropic.com', quiet).window).toBe(
    1_000_000,
  );
});

test.each([
  ['another host', 'gpt-4o', 'http://localhost:11434/v1'],
  ['an unknown model', 'gpt-99', 'https://api.openai.com/v1'],
])('nothing is certain about %s', (_, model, endpoint) => {
  const { priceAt, maxFileTokens, ...rest } = modelTerms('openai', model, endpoint, quiet);
  expect(rest).toEqual({ window: Number.POSITIVE_INFINITY, longest: null });
  expect(priceAt(1)).toBeNull();
  expect(maxFileTokens('image/png')).toBeNull();
});

describe('a price that rises while the model answers is the higher one', () => {
  test.each([
    ['half an hour before the busy hours of a Monday', '2026-11-23T00:30:00Z', { input: 0.3, output: 1.2 }],
    ['at their end', '2026-11-23T03:59:00Z', { input: 0.3, output: 1.2 }],
    ['between them', '2026-11-23T04:30:00Z', { input: 0.15, output: 0.6 }],
    ['on a Saturday', '2026-11-21T02:00:00Z', { input: 0.15, output: 0.6 }],
  ])('%s', (_, at, price) => {
    expect(own('deepseek', 'deepseek-flash', Date.parse(at)).priceAt(1)).toEqual(price);
  });

  test('on the eve of an announced price', () => {
    const eve = Date.parse('2026-11-30T23:30:00Z');
    expect(own('gemini', 'gemini-4-argon', eve).priceAt(1)).toEqual({ input: 4, output: 20 });
  });

  test('and never below the price at any moment of that hour', () => {
    for (const provider of providerNames)
      for (const info of knownModelsOf(provider))
        for (let minute = 0; minute <= 60; minute += 5)
          for (const input of [1, 500_000]) {
            const at = Date.parse('2026-11-23T05:20:00Z');
            const now = priceAt(info, input, at + minute * 60_000)?.price;
            const most = own(provider, info.id, at).priceAt(input);
            expect(most?.input ?? 0, info.id).toBeGreaterThanOrEqual(now?.input ?? 0);
            expect(most?.output ?? 0, info.id).toBeGreaterThanOrEqual(now?.output ?? 0);
          }
  });
});

describe('a file has an upper bound or is left out', () => {
  test.each([
    ['openai', 'gpt-6-luna', 'image/png', 3_000],
    ['openai', 'gpt-4o', 'IMAGE/JPEG; q=1', 1_500],
    ['openai', 'gpt-4o-mini', 'image/png', 50_000],
    ['gemini', 'gemini-3.8-flash', 'image/heic', 2_300],
    ['gemini', 'gemini-2.5-pro', 'image/png', 6_200],
    ['anthropic', 'claude-haiku-5-5', 'image/gif', 5_000],
    ['anthropic', 'claude-haiku-4-5', 'image/gif', 2_000],
    ['gemini', 'gemini-3.8-flash', 'image/gif', null],
    ['openai', 'gpt-4o', 'image/svg+xml', null],
    ['openai', 'gpt-4o', 'text/plain', null],
    ['anthropic', 'claude-opus-5-5', 'application/pdf', null],
    ['gemini', 'gemini-3.8-flash', 'video/mp4', null],
    ['deepseek', 'deepseek-flash', 'image/png', null],
    ['grok', 'grok-4.7', 'image/png', null],
    ['grok', 'grok-2-1212', 'image/png', null],
  ] as const)('%s %s and %s: %s', (provider, model, mediaType, tokens) => {
    expect(own(provider, model).maxFileTokens(mediaType)).toBe(tokens);
  });

  test('only models that read pictures have one for them', () => {
    for (const provider of providerNames)
      for (const { id } of knownModelsOf(provider))
        if (!canTake(provider, id, 'image/png'))
          expect(modelInfo(provider, id)?.maxPictureTokens, id).toBeUndefined();
  });
});
