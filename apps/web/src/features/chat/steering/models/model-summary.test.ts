import { expect, test } from 'vitest';
import { isSpelledOut, summaryInWords } from './model-summary.ts';

const nothing = { price: null, contextWindow: null, readsImages: null };

test.each([
  [
    { price: { input: 2.5, output: 10 }, contextWindow: 128_000, readsImages: true },
    '$2.50 in · $10 out · 128K context · images',
  ],
  [{ ...nothing, price: { input: 0.05, output: 0.4 } }, '$0.05 in · $0.40 out'],
  [{ ...nothing, price: { input: 0.0375, output: 0.15 } }, '$0.0375 in · $0.15 out'],
  [{ ...nothing, price: { input: 0, output: 0 } }, 'free'],
  [{ ...nothing, contextWindow: 1_050_000, readsImages: false }, '1.05M context'],
  [nothing, ''],
])(
  'what is known about a model is one line, and what is not known is left out [COST-24]',
  (summary, words) => {
    expect(summaryInWords(summary, 'en-US')).toBe(words);
  },
);

test('a name that only spells out the id needs no id beside it', () => {
  expect(isSpelledOut('Anthropic: Claude Sonnet 5.5', 'anthropic/claude-sonnet-5-5')).toBe(true);
  expect(isSpelledOut('Gemini Pro (1.0)', 'gemini-pro')).toBe(false);
});
