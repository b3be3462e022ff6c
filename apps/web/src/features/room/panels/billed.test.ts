import { expect, test } from 'vitest';
import { segmentOf, turnRow } from '../testing/turns.ts';
import { billedIn } from './billed.ts';

test('the costs beside the messages are fetched anew with a question, with its end and with its bill, and not while it is written [LEND-03]', () => {
  const unpaid = segmentOf('ada', { spent: null, because: null });
  const running = turnRow({ state: 'running', segments: [unpaid] }, { body: 'Hel' });
  const seen = [
    [],
    [running],
    [turnRow({ state: 'done', ended_at: 1, segments: [unpaid] })],
    [turnRow({ state: 'done', ended_at: 1, segments: [segmentOf('ada')] })],
  ].map(billedIn);
  expect(new Set(seen).size).toBe(4);
  expect(billedIn([turnRow({ state: 'running', segments: [unpaid] }, { body: 'Hello' })])).toBe(seen[1]);
});
