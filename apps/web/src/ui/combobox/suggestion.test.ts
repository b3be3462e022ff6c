import { expect, test } from 'vitest';
import { matchingOptions } from './suggestion.ts';

const models = [
  { value: 'old-gpt', note: 'retired' },
  { value: 'gpt-5', note: 'Large' },
  { value: 'gpt-5-mini', note: 'Small' },
];
const values = (text: string) => matchingOptions(models, text).map(({ value }) => value);

test('suggestions that start with the text come before those that only contain it', () => {
  expect(values('gpt')).toEqual(['gpt-5', 'gpt-5-mini', 'old-gpt']);
});

test('every word must match, in the value or in the note', () => {
  expect(values('GPT small')).toEqual(['gpt-5-mini']);
  expect(values('gpt nothing')).toEqual([]);
});

test('a text that is the only match shows no list over what is below it', () => {
  expect(values('gpt-5-mini')).toEqual([]);
  expect(values('gpt-5')).toEqual(['gpt-5', 'gpt-5-mini']);
});

test('an empty text leaves everything as it was', () => {
  expect(matchingOptions(models, ' ')).toEqual(models);
});
