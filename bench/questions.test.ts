import { expect, test } from 'vitest';
import { chosen, questions } from './questions.ts';

test('no word means every question', () => {
  expect(chosen([])).toEqual(questions);
});

test('the beginning of a name is enough, and means all that begin so', () => {
  expect(chosen(['cold', 'long-block']).map(({ name }) => name)).toEqual([
    'cold-load',
    'long-block-list',
    'long-block-table',
    'long-block-quote',
    'long-block-code',
  ]);
});

test('a word that means nothing is answered with the names there are', () => {
  expect(() => chosen(['warm'])).toThrow('No question is called warm. There are: cold-load, heap');
});
