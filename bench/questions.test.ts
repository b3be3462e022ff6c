import { expect, test } from 'vitest';
import { chosen, questions } from './questions.ts';

test('without a word, every question is chosen', () => {
  expect(chosen([])).toEqual(questions);
});

test('a prefix is enough, and chooses every name that starts with it', () => {
  expect(chosen(['cold', 'long-block']).map(({ name }) => name)).toEqual([
    'cold-load',
    'long-block-list',
    'long-block-table',
    'long-block-quote',
    'long-block-code',
  ]);
});

test('an unknown word is answered with the existing names', () => {
  expect(() => chosen(['warm'])).toThrow('No question is called warm. There are: cold-load, heap');
});
