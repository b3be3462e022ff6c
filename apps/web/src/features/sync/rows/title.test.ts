import { expect, test } from 'vitest';
import { titleOfQuestion } from './title.ts';

test.each([
  ['Hello', 'Hello'],
  ['\n\n  Explain   this \nplease', 'Explain this'],
  ['', ''],
  [
    'How do I make sourdough bread rise better when the kitchen is cold in winter?',
    'How do I make sourdough bread rise better when the kitchen',
  ],
  [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
  [`${'a'.repeat(60)} b`, 'a'.repeat(60)],
  ['b'.repeat(70), 'b'.repeat(60)],
])('%j is titled %j', (text, title) => {
  expect(titleOfQuestion(text)).toBe(title);
});

test('a title is never longer than the server accepts, and ends with a whole letter', () => {
  const title = titleOfQuestion('👨‍👩‍👧‍👦'.repeat(100));
  expect(title.length).toBeLessThanOrEqual(200);
  expect(title.length % '👨‍👩‍👧‍👦'.length).toBe(0);
});
