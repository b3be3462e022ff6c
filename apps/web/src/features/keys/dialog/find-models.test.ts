import { expect, test } from 'vitest';
import { versionedEndpoint } from './find-models.ts';

const at = (endpoint: string, type: 'openai' | 'anthropic' = 'openai') =>
  versionedEndpoint({ type, config: { apiKey: 'none', endpoint, model: '' } });

test.each([
  ['http://localhost:11434', 'http://localhost:11434/v1'],
  ['http://localhost:11434/', 'http://localhost:11434/v1'],
  ['https://openrouter.ai/api', 'https://openrouter.ai/api/v1'],
])('a bare address %s may mean %s [PLACE-03]', (bare, versioned) => expect(at(bare)).toBe(versioned));

test.each([
  'http://localhost:11434/v1',
  'http://localhost:11434/v1/',
  'http://localhost:11434/v1/chat/completions',
  'https://api.openai.com',
  'no address',
])('%s is used as typed', (endpoint) => expect(at(endpoint)).toBeNull());

test('only servers with OpenAI’s format have their models there', () =>
  expect(at('http://localhost:8080', 'anthropic')).toBeNull());
