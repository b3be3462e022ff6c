import { expect, test } from 'vitest';
import { mask } from './mask.ts';

test.each([
  ['Incorrect API key provided: sk-abcd1234efgh5678.', 'Incorrect API key provided: [key hidden]'],
  ['key sk-proj-****************wxyz is wrong', 'key [key hidden] is wrong'],
  ['sk-ant-api03-AbCd_Ef-12345 expired', '[key hidden] expired'],
  ['AIzaSyD-1234567890abcdef', '[key hidden]'],
  ['AQ.Ab8RN6Kdsf-_8dfjk9', '[key hidden]'],
  ['token xai-1234567890abcd!', 'token [key hidden]!'],
  ['got eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2ln!', 'got [key hidden]!'],
  ['id-eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2ln', '[key hidden]'],
  ['Authorization: Bearer abc123def456', 'Authorization: Bearer [key hidden]'],
  ['https://x.example/v1?key=whatever&alt=sse', 'https://x.example/v1?key=[key hidden]&alt=sse'],
])('%s', (text, masked) => {
  expect(mask(text, 'none')).toBe(masked);
});

test('the key in use is hidden, whatever it looks like and however it is quoted', () => {
  const key = 'ma/clé "4711"';
  const text = `got ${key}, ${encodeURIComponent(key)} and ${JSON.stringify(key)}`;
  expect(mask(text, ` ${key} `)).toBe('got [key hidden], [key hidden] and "[key hidden]"');
});

test('ordinary words are unchanged', () => {
  const text = 'The task-oriented model is risk-averse; Bearer authentication is required. desk-bound none.';
  expect(mask(text, 'none')).toBe(text);
  expect(mask('a b c', 'a')).toBe('a b c');
  expect(mask('ollama has no such model', 'ollama')).toBe('ollama has no such model');
});
