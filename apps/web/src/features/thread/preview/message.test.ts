import { expect, test } from 'vitest';
import { type KeptMessage, messageOf } from '../kept-message.ts';
import { isDrawn } from './message.ts';

const reply = (content: string, more: Partial<KeptMessage> = {}) =>
  messageOf({ role: 'assistant', content, at: 0, asked: null, trouble: null, ...more }, 'm1', 1_000_000);
const table = (rows: number) => `| a | b | c |\n| - | - | - |\n${'| 1 | 2 | 3 |\n'.repeat(rows)}\nText.`;

test.each([
  ['words', 'Hello, **you**.'],
  ['a link', '[one](https://a.test) of [^two]'],
  ['a table of 32 rows', table(32)],
])('%s are drawn before React', (_, content) => expect(isDrawn(reply(content))).toBe(true));

test.each([
  ['an image', 'See ![it](https://a.test/it.png)'],
  ['a footnote', 'One.[^1]\n\n[^1]: Two.'],
  ['a table of 33 rows', table(33)],
  [
    'a table at the end',
    table(33)
      .trimEnd()
      .replace(/\n\nText\.$/, ''),
  ],
  ['a book', 'word '.repeat(5_000)],
])('%s waits for React', (_, content) => expect(isDrawn(reply(content))).toBe(false));

test('what broke off waits for React', () =>
  expect(isDrawn(reply('One', { trouble: { type: 'stopped' } }))).toBe(false));

// A rule that can match in many ways tries them all before it gives up.
test.each([
  ['rows of many cells', '|'.repeat(500).concat('\n').repeat(33)],
  ['a row without an end', '|'.repeat(19_000)],
  ['beginnings of footnotes', '[^'.repeat(9_000)],
  ['lines of nothing', '\r'.repeat(19_000)],
])('%s are looked at in a moment', (_, content) => {
  const began = process.cpuUsage();
  isDrawn(reply(content));
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(500);
});
