import { expect, test } from 'vitest';
import { catalog, isProvider } from './catalog.ts';
import { modelInfo } from './known-models.ts';
import { providerNames } from './question.ts';
import { retirementOf } from './retirement.ts';

test.each([
  ['openai', 'gpt-4o', 'GPT-4 Omega', 128_000],
  ['gemini', 'gemini-pro', 'Gemini Pro', 32_000],
  ['anthropic', 'claude-3-5-sonnet-20241022', 'Claude 3.5 Sonnet', 200_000],
  ['deepseek', 'deepseek-chat', 'DeepSeek Chat', 32_000],
  ['grok', 'grok-2-1212', 'Grok 2', 8_000],
] as const)(
  '%s is catalogued with its default model, name and token limit [CAT-01 CAT-02 CAT-03 CAT-04 CAT-05 CONST-05]',
  (name, defaultModel, displayName, maxTokens) => {
    expect(catalog[name]).toMatchObject({ name, defaultModel, displayName, maxTokens });
  },
);

test.each([
  ['openai', 'https://api.openai.com/v1/chat/completions'],
  ['gemini', 'https://generativelanguage.googleapis.com/v1beta/models/gemini-pro:generateContent'],
  ['anthropic', 'https://api.anthropic.com/v1/messages'],
  ['deepseek', 'https://api.deepseek.com/v1/chat/completions'],
  ['grok', 'https://api.x.ai/v1/chat/completions'],
] as const)(
  'the default endpoint of %s is its public address [CALL-15 CALL-16 CALL-17 CALL-18 CALL-19]',
  (name, endpoint) => {
    expect(catalog[name].defaultEndpoint).toBe(endpoint);
  },
);

test('every provider has a description and feature tags, and every tag is used [CAT-06 CAT-07]', () => {
  const all = providerNames.map((name) => catalog[name]);
  for (const { description, features } of all) {
    expect(description.length).toBeGreaterThan(20);
    expect(features.length).toBeGreaterThan(1);
  }
  expect([...new Set(all.flatMap(({ features }) => features))].sort()).toEqual([
    'Analysis',
    'Code generation',
    'Creative writing',
    'Long context',
    'Math',
    'Real-time knowledge',
  ]);
});

test('every retired default model has a current replacement that the table describes', () => {
  for (const name of providerNames) {
    const replacement = retirementOf(name, catalog[name].defaultModel)?.replacement ?? '';
    expect(modelInfo(name, replacement)?.id, name).toBe(replacement);
    expect(retirementOf(name, replacement)).toBeNull();
  }
});

test('only the five are providers', () => {
  expect(providerNames.every(isProvider)).toBe(true);
  for (const other of ['mistral', 'constructor', '', 'OpenAI', null, undefined, 5])
    expect(isProvider(other)).toBe(false);
});
