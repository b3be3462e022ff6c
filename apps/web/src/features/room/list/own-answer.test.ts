import { expect, test } from 'vitest';
import { turnRow } from '../testing/turns.ts';
import { ownAnswer } from './own-answer.ts';

const named = (message_id: string, change: Parameters<typeof turnRow>[0]) => ({
  ...turnRow(change),
  message_id,
});

test('the answer that one has waited for in a room is the last one that runs, or ended there [TORCH-18]', () => {
  const before = named('before', { state: 'done', ended_at: 50 });
  const rows = [before, named('mine', { state: 'done', ended_at: 200 }), named('waits', {})];
  expect(ownAnswer(rows, 'ada', 100)).toBe('mine');
  expect(ownAnswer([before], 'ada', 100)).toBe(null);
  expect(ownAnswer([...rows, named('runs', { state: 'running' })], 'ada', 100)).toBe('runs');
  expect(ownAnswer(rows, 'ben', 100)).toBe(null);
});
