import { expect, test } from 'vitest';
import { post } from '../testing/lender.ts';
import { contextRows } from './context-rows.ts';

const started = { provider: 'openai', model: 'gpt', host: 'api.openai.com', used: [] };
const segment = { epoch: 1, started, from: 0, to: 5, spent: null, because: 'ended' as const };
const answer = (...segments: object[]) =>
  post(2, 'ada', 'Hello', {
    kind: 'turn',
    turn: {
      state: 'done',
      question_id: 'm1',
      reads_until: 1,
      wants: null,
      epoch: segments.length,
      holder_id: null,
      segments: segments.map((more) => ({ ...segment, holder_id: 'ben', ...more })),
      ended_at: 1,
      because: null,
    },
  });
const holdersOf = (row: ReturnType<typeof answer>) =>
  contextRows([row], 2, new Map()).map((one) => !one.is_withheld && one.holders);

test('the holders of an answer are those whose browsers wrote some of it', () => {
  expect(holdersOf(answer({ holder_id: 'eve', from: 0, to: 0 }, { epoch: 2 }))).toEqual([['ben']]);
});

test('a holder whom the reader may not know is one of them', () => {
  expect(holdersOf(answer({ holder_id: null, to: 2 }, { epoch: 2, from: 2 }))).toEqual([[null, 'ben']]);
});

test('an answer is sent again without the reasoning that came with it as text', () => {
  const row = { ...answer({}), body: 'They ask for a sum.\n</think>\n\nTwo.' };
  expect(contextRows([row], 2, new Map())).toMatchObject([{ body: 'Two.' }]);
});
