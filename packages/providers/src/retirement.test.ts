import { expect, test } from 'vitest';
import { catalog } from './catalog.ts';
import { knownModelsOf, modelInfo } from './known-models.ts';
import { providerNames } from './question.ts';
import { currentModel, retirementNote, retirementOf } from './retirement.ts';

const now = new Date('2026-11-21T12:00:00Z');

test.each([
  ['gemini', 'gemini-pro', 'gemini-pro was retired by Google.'],
  ['anthropic', 'claude-3-5-sonnet-20241022', 'claude-3-5-sonnet-20241022 was retired by Anthropic.'],
  ['deepseek', 'deepseek-chat', 'deepseek-chat was retired by DeepSeek.'],
  ['grok', 'grok-2-1212', 'grok-2-1212 was retired by xAI.'],
  ['openai', 'gpt-4o', 'gpt-4o will be retired by OpenAI on 14 January 2027.'],
  ['openai', 'gpt-4', 'gpt-4 was retired by OpenAI.'],
  ['gemini', 'gemini-2.5-pro', 'From 1 December 2026 Google answers gemini-2.5-pro with gemini-3.8-flash.'],
  ['deepseek', 'deepseek-v4-flash', 'Now DeepSeek answers deepseek-v4-flash with deepseek-flash.'],
] as const)('%s says of %s: %s', (provider, model, note) => {
  expect(retirementNote(provider, model, now)).toBe(note);
});

test.each([
  ['openai', 'gpt-6-luna'],
  ['grok', 'grok-4.7'],
  ['grok', 'grok-4.3'],
  ['anthropic', 'claude-sonnet-4-6'],
  ['anthropic', 'claude-opus-5'],
  ['gemini', 'gemini-2.5-flash-lite'],
  ['openai', 'whatever'],
] as const)('%s has nothing to say against %s', (provider, model) => {
  expect(retirementNote(provider, model, now)).toBeNull();
});

test('a model counts as retired once its day has come', () => {
  expect(retirementNote('openai', 'gpt-4o', new Date('2027-01-14T00:00:00Z'))).toBe(
    'gpt-4o was retired by OpenAI.',
  );
});

test('claude haiku is replaced by a haiku, opus by an opus', () => {
  expect(retirementOf('anthropic', 'claude-3-haiku-20240307')?.replacement).toBe('claude-haiku-5-5');
  expect(retirementOf('anthropic', 'claude-opus-4-20250514')?.replacement).toBe('claude-opus-5-5');
});

test.each([
  ['gemini', 'gemini-pro', 'gemini-3.8-flash'],
  ['openai', 'gpt-4o', 'gpt-6-luna'],
  ['openai', 'no-such-model', 'gpt-6-luna'],
  ['openai', 'gpt-6-luna', null],
] as const)('%s has, instead of %s, %s', (provider, model, current) => {
  expect(currentModel(provider, model)).toBe(current);
});

test.each(providerNames)('every model recommended for %s has a price and is not retired', (provider) => {
  const ids = [
    catalog[provider].defaultModel,
    'no-such-model',
    ...knownModelsOf(provider).map(({ id }) => id),
  ];
  for (const model of ids) {
    const current = currentModel(provider, model);
    if (current === null) continue;
    expect(modelInfo(provider, current)?.price, current).not.toBeNull();
    expect(retirementOf(provider, current)).toBeNull();
  }
});
