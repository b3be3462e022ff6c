import { expect, test } from 'vitest';
import { answerOf, wordsOf } from './answer-of.ts';

const segment = { epoch: 1, holder_id: 'ben', started: null, spent: null, because: 'ended' as const };
const turn = (...parts: [from: number, to: number][]) => ({
  state: 'done' as const,
  question_id: 'q',
  reads_until: 1,
  wants: null,
  epoch: parts.length,
  holder_id: null,
  segments: parts.map(([from, to]) => ({ ...segment, from, to })),
  ended_at: 1,
  because: null,
});

test('an answer in a room is told apart from the reasoning that came with it', () => {
  const body = 'One and one make two.\n</think>\n\nIt is two.';
  expect(answerOf({ body, turn: turn([0, body.length]) })).toEqual({
    reasoning: 'One and one make two.',
    text: 'It is two.',
  });
});

test('what another browser continued does not turn the beginning into reasoning', () => {
  const body = 'One, I go on.\n</think>\n\ntwo.';
  expect(wordsOf({ body, turn: turn([0, 5], [5, 5], [5, body.length]) })).toBe('One, two.');
});

test('what a person wrote stays as it is', () => {
  const body = 'It ends so:\n</think>\n\nDoes it?';
  expect(wordsOf({ body, turn: null })).toBe(body);
});
