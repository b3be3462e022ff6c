import { modelInfo } from '@polylogue/providers/known-models';
import { expect, test } from 'vitest';
import { summaryOptions } from './summary-options.ts';

test.each([
  ['anthropic', 'claude-sonnet-5-5', { maxTokens: 16_000, effort: 'low' }],
  ['openai', 'gpt-6.2-sol', { maxTokens: 8_000, effort: 'low' }],
  ['deepseek', 'deepseek-v4-pro', { maxTokens: 8_000, effort: 'low' }],
  // It thinks only when it is told to.
  ['anthropic', 'claude-opus-4-7', { maxTokens: 2_000 }],
  ['openai', 'gpt-4o', { maxTokens: 2_000 }],
  ['openai', 'llama3.2', { maxTokens: 2_000 }],
] as const)('a model that thinks has room for its summary after that: %s %s', (provider, model, options) => {
  expect(summaryOptions(modelInfo(provider, model))).toEqual(options);
});
