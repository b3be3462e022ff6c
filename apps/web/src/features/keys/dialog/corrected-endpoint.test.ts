import { expect, test } from 'vitest';
import { correctedEndpoint } from './corrected-endpoint.ts';

test.each([
  ['localhost:11434', 'http://localhost:11434'],
  [' localhost:11434/v1 ', 'http://localhost:11434/v1'],
  ['192.168.1.4:1234/v1', 'http://192.168.1.4:1234/v1'],
  ['[::1]:8080/v1', 'http://[::1]:8080/v1'],
  ['nas:5000/v1', 'http://nas:5000/v1'],
  ['api.openai.com/v1', 'https://api.openai.com/v1'],
  ['http://localhost:11434/api', 'http://localhost:11434/v1'],
  ['http://localhost:11434/api/', 'http://localhost:11434/v1'],
  ['localhost:11434/api/tags', 'http://localhost:11434/v1'],
  ['https://ai.example/ollama/api/tags', 'https://ai.example/ollama/v1'],
  ['http://localhost:1234/v1/models', 'http://localhost:1234/v1'],
  ['https://api.openai.com/v1/models', 'https://api.openai.com/v1'],
])('%s is corrected to %s [PLACE-06]', (typed, meant) =>
  expect(correctedEndpoint('openai', typed)).toBe(meant),
);

test.each([
  '',
  'nope',
  'ftp://host.example',
  'https://a:b@host.example',
  'http://localhost:11434/v1/chat/completions',
  'http://localhost:11434',
  'https://openrouter.ai/api',
  'https://openrouter.ai/api/v1',
  'see localhost:11434',
])('“%s” is not', (typed) => expect(correctedEndpoint('openai', typed)).toBe(typed));

test('anthropic’s format has its version in the same place, and gemini’s has models in its path', () => {
  expect(correctedEndpoint('anthropic', 'localhost:1234/v1/models')).toBe('http://localhost:1234/v1');
  const gemini = 'https://generativelanguage.googleapis.com/v1beta/models';
  expect(correctedEndpoint('gemini', gemini)).toBe(gemini);
});
