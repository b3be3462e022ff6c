import { expect, test } from 'vitest';
import { nameOfModel } from '../../torch/models/model-words.ts';
import { names, segmentOf, turnWith } from '../testing/turns.ts';
import { paidWords, receiptOf } from './receipt.ts';

const receipt = (...segments: ReturnType<typeof segmentOf>[]) =>
  receiptOf(turnWith({ state: 'done', segments }), names, nameOfModel);

test('a receipt says who answered with what, as the catalogue spells it, what was sent and what it cost [LOOK-31]', () => {
  expect(receipt(segmentOf('ada'))).toEqual({
    line: 'GPT-5.5 · Ada · 2 messages · 1,234 tokens · $0.012',
    parts: [
      {
        epoch: 1,
        who: 'Ada',
        facts: ['GPT-5.5', 'sent to api.openai.com', '2 messages', '1,234 tokens', '$0.012'],
        ending: 'finished the answer',
      },
    ],
  });
});

test('a receipt says how many messages were left out by who asked [TOPIC-03]', () => {
  const turn = turnWith({ state: 'done', segments: [segmentOf('ada')], left_out: ['m3', 'm4'] });
  expect(receiptOf(turn, names, nameOfModel)?.line).toMatch(/^GPT-5.5 · Ada · 2 messages · 2 left out · /);
});

test('until the names of models have come, they are called by their ids', () => {
  const turn = turnWith({ state: 'done', segments: [segmentOf('ada')] });
  expect(receiptOf(turn, names)?.line).toMatch(/^gpt-5\.5 · Ada · /);
});

test('before a provider was asked there is no receipt', () => {
  expect(receipt()).toBeNull();
  expect(receipt(segmentOf('ada', { started: null, spent: null, because: 'declined' }))).toBeNull();
});

test('an answer of which nothing was used is still paid for, and a browser that declined is named', () => {
  const unused = segmentOf('ada', { to: 0, because: 'gone' });
  const declined = segmentOf('me', { epoch: 2, started: null, to: 0, spent: null, because: 'declined' });
  const used = segmentOf('ben', { epoch: 3 });
  const { line, parts } = receipt(unused, declined, used) ?? {};
  expect(line).toBe('GPT-5.5 · Ada, Ben · 2 messages · 2,468 tokens · $0.024');
  expect(parts?.map(({ who, ending }) => [who, ending])).toEqual([
    ['Ada', 'not used: lost its connection'],
    ['You', 'did not take it'],
    ['Ben', 'finished the answer'],
  ]);
});

test('so is a sum that contains a bound [LEND-03]', () => {
  expect(paidWords({ usd: 0.02, tokens: 0 })).toBe('$0.02');
  expect(paidWords({ usd: 0.02, tokens: 0, is_bound: true })).toBe('≤\u00a0$0.02');
  expect(paidWords({ usd: 0.02, tokens: 1_500, is_bound: true })).toBe(
    '≤\u00a0$0.02 and ≤\u00a01,500 tokens without a known price',
  );
  expect(paidWords({ usd: 0, tokens: 15, is_bound: true, is_incomplete: true })).toBe(
    '≈\u00a015 tokens without a known price',
  );
});

test('what is only a bound is marked, and an unknown price is left out [LEND-03]', () => {
  const noPrice = segmentOf('ada', { spent: { input: 10, output: 5, usd: null, is_estimate: true } });
  expect(receipt(noPrice)?.line).toBe('GPT-5.5 · Ada · 2 messages · ≤\u00a015 tokens');
  const noUsage = receipt(segmentOf('ada', { spent: null }));
  expect(noUsage?.line).toBe('GPT-5.5 · Ada · 2 messages');
  expect(noUsage?.parts[0]?.facts.at(-1)).toBe('cost unknown');
  // Where one part of two is not known, the sum is more than this.
  expect(receipt(segmentOf('ada'), segmentOf('ben', { spent: null }))?.line).toMatch(
    /≈\u00a01,234 tokens · ≈\u00a0\$0\.012$/,
  );
});

test('what was paid for a part whose beginning never arrived is on the receipt [LEND-03]', () => {
  const spent = { input: 5_000, output: 4_096, usd: 0.051, is_estimate: true };
  const lost = segmentOf('ada', { started: null, to: 0, spent, because: 'gone' });
  const cost = ['≤\u00a09,096 tokens', '≤\u00a0$0.051'];
  expect(receipt(lost)).toEqual({
    line: ['Ada', ...cost].join(' · '),
    parts: [{ epoch: 1, who: 'Ada', facts: cost, ending: 'not used: lost its connection' }],
  });
  expect(receipt(lost, segmentOf('ben', { epoch: 2 }))?.line).toBe(
    'GPT-5.5 · Ada, Ben · 2 messages · ≤\u00a010,330 tokens · ≤\u00a0$0.063',
  );
  const free = segmentOf('ada', { started: null, spent: { ...spent, input: 0, output: 0, usd: 0 } });
  expect(receipt(free)).toBeNull();
});
