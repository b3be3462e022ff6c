import { expect, test } from 'vitest';
import type { Ending } from '../../keys/index.ts';
import { summaryEnding } from './summary-ending.ts';

const ended = (because: Ending, says?: string) =>
  ({ type: 'ended', because, raw: null, ...(says && { says }) }) as const;

test.each<[Ending, string | null]>([
  ['done', null],
  ['other', null],
  ['cut-off', 'The connection closed before this summary was complete. Close this and try again.'],
  ['length', 'It reached the length limit of the model.'],
  ['filtered', 'The provider’s content filter ended it.'],
  ['refused', 'The model declined to go on.'],
  ['paused', 'The model paused before it was done. Close this and try again.'],
  ['tool', 'The model asked for a tool, and there are none here. Close this and try again.'],
])('half a summary is not shown as a whole one: %s [TORCH-08]', (because, words) => {
  expect(summaryEnding(ended(because), true)).toBe(words);
});

test('a summary without any text says why, and to try again only where that may help', () => {
  expect(summaryEnding(ended('length'), false)).toBe(
    'The model reached its length limit before it wrote anything. Another model may need less.',
  );
  expect(summaryEnding(ended('filtered'), false)).toBe('The provider’s content filter held it back.');
  expect(summaryEnding(ended('refused'), false)).toBe('The model declined to answer.');
  expect(summaryEnding(ended('done'), false)).toBe(
    'The model answered without any text. Close this and try again.',
  );
});

test('what the provider says about an ending that we do not know is passed on', () => {
  expect(summaryEnding(ended('other', 'Out of memory'), true)).toBe(
    'The provider ended it early: “Out of memory”.',
  );
});

test('a summary that was stopped is not explained', () => {
  expect(summaryEnding(null, true)).toBeNull();
});
