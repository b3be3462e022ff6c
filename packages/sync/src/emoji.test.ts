import { expect, test } from 'vitest';
import { emojiOf } from './emoji.ts';

test.each([
  ['👍', '👍\ufe0f'],
  ['❤\ufe0f', '❤'],
  ['1\ufe0f\u20e3', '1\u20e3'],
  ['☝🏽', '☝\ufe0f🏽'],
  ['🏳\ufe0f\u200d🌈', '🏳\u200d🌈'],
  ['👩\u200d❤\ufe0f\u200d👨', '👩\u200d❤\u200d👨'],
  ['⛹🏽\u200d♂\ufe0f', '⛹🏽\u200d♂'],
  ['🇩🇪', '🇩🇪'],
  ['👩🏽\u200d❤\ufe0f\u200d💋\u200d👩🏿', '👩🏽\u200d❤\u200d💋\u200d👩🏿'],
  ['🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
])('%s is one emoji, whichever way it is typed', (emoji, typed) => {
  expect(emojiOf(typed)).toBe(emoji);
  expect(emojiOf(emoji)).toBe(emoji);
});

test.each([
  '',
  '1',
  '#',
  '👍1000',
  '1👍',
  '👍👍👍',
  '\u200d👍',
  '👍\u200d',
  '🇩🇪🇫🇷',
  '🇩',
  'a',
  '❤\ufe0e',
  '\ufe0f',
  ' 👍',
])('%j is not one emoji', (text) => expect(emojiOf(text)).toBeNull());
