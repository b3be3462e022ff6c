import { expect, test } from 'vitest';
import { carriesKey, endpointHost, endpointUrl, isLocal, isLoopback, isUnencrypted } from './endpoint.ts';

test.each([
  ['https://api.openai.com/v1', 'api.openai.com'],
  ['  https://API.OpenAI.com/v1  ', 'api.openai.com'],
  ['https://api.openai.com:443/v1', 'api.openai.com'],
  ['http://localhost:11434', 'localhost:11434'],
  ['http://127.0.0.1:4010/openai/v1', '127.0.0.1:4010'],
  ['http://[::1]:1234/v1', '[::1]:1234'],
  ['https://api.openai.com./v1', 'api.openai.com.'],
  ['https://xn--pi-8cd.openai.com/', 'xn--pi-8cd.openai.com'],
])('%s belongs to %s', (endpoint, host) => expect(endpointHost(endpoint)).toBe(host));

test.each([
  '',
  'api.openai.com/v1',
  'localhost:11434',
  'https://',
  'ftp://host.example/',
  'javascript:alert(1)',
  'data:text/plain,x',
  'https://user@host.example/',
  'https://user:secret@host.example/',
])('“%s” is not an endpoint', (endpoint) => expect(endpointUrl(endpoint)).toBeNull());

const places = {
  loopback: [
    'http://localhost:11434/v1',
    'http://ollama.localhost/v1',
    'http://127.0.0.1:1234/v1',
    'http://127.8.8.8/v1',
    'http://[::1]:8000/v1',
  ],
  lan: [
    'http://192.168.1.20:11434/v1',
    'http://10.0.0.5/v1',
    'http://172.16.0.1/v1',
    'http://172.31.255.1/v1',
    'http://169.254.1.1/v1',
    'http://100.64.3.2/v1',
    'http://nas:11434/v1',
    'http://studio.local:1234/v1',
    'http://gpu.home.arpa/v1',
    'http://[fd12:3456::1]/v1',
    'http://[fe80::1]/v1',
  ],
  outside: [
    'http://172.32.0.1/v1',
    'http://100.128.0.1/v1',
    'http://11.0.0.1/v1',
    'http://10.0.0.5.example.com/v1',
    'http://localhost.example.com/v1',
    'http://api.example/v1',
    'http://[2001:db8::1]/v1',
  ],
};

test.each(places.loopback)('%s is this machine', (endpoint) => {
  expect([isLoopback(endpoint), isLocal(endpoint), isUnencrypted(endpoint)]).toEqual([true, true, false]);
});
test.each(places.lan)('%s is on the local network, and the key would travel unencrypted', (endpoint) => {
  expect([isLoopback(endpoint), isLocal(endpoint), isUnencrypted(endpoint)]).toEqual([false, true, true]);
});
test.each(places.outside)('%s is outside the local network', (endpoint) => {
  expect([isLoopback(endpoint), isLocal(endpoint), isUnencrypted(endpoint)]).toEqual([false, false, true]);
});
test('https travels encrypted', () => expect(isUnencrypted('https://api.example/v1')).toBe(false));

test.each([
  ['https://host.example/v1?key=abc', 'sk-12345678', true],
  ['https://host.example/v1?API_KEY=abc', 'sk-12345678', true],
  ['https://host.example/sk-12345678/v1', 'sk-12345678', true],
  ['https://host.example/v1/sk%2D12345678', 'sk-12345678', true],
  ['https://host.example/v1?api-version=2024-10-21', 'sk-12345678', false],
  ['https://host.example/none', 'none', false],
  ['http://lm-studio.local:1234/v1', 'lm-studio', false],
  ['https://host.example/%E0%A4%A', 'sk-12345678', false],
])('%s carries a key when the key is %s: %s', (endpoint, apiKey, expected) =>
  expect(carriesKey(endpoint, apiKey)).toBe(expected),
);
