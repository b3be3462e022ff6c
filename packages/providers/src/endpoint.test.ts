import { expect, test } from 'vitest';
import { endpointHost, isOwnHost } from './endpoint.ts';

test('a key is bound to host and port, in lower case and without the default port', () => {
  expect(endpointHost('https://API.OpenAI.com:443/v1')).toBe('api.openai.com');
  expect(endpointHost('http://localhost:11434')).toBe('localhost:11434');
});

test('a look-alike host is not the provider itself', () => {
  expect(isOwnHost('openai', 'https://api.openai.com/v1')).toBe(true);
  for (const other of [
    'https://api.openai.com.evil.example/v1',
    'https://api.openai.com:8443/v1',
    'nonsense',
  ])
    expect(isOwnHost('openai', other)).toBe(false);
});
