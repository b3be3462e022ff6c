import { expect, test } from 'vitest';
import { canTake } from './known-models.ts';
import { pictureLimits } from './pictures.ts';
import { providerNames } from './question.ts';

test('a picture is sent at the size the model reads [ATT-05]', () => {
  expect(pictureLimits('anthropic', 'claude-sonnet-5-5').longest).toBe(1568);
  expect(pictureLimits('openai', 'gpt-4o')).toMatchObject({ longest: 2048, shortest: 768 });
  expect(pictureLimits('openai', 'gpt-4o-2024-08-06').shortest).toBe(768);
  expect(pictureLimits('openai', 'gpt-6-luna').shortest).toBeUndefined();
  expect(pictureLimits('openai', 'llava').longest).toBe(2048);
});

test('every format we write pictures in is accepted by a model that reads pictures', () => {
  for (const provider of providerNames)
    for (const type of pictureLimits(provider, 'unknown').types)
      expect(canTake(provider, 'unknown', type), `${provider} ${type}`).toBe(true);
});
