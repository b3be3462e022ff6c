import type { Torch } from '@polylogue/contract';
import { defaultLend } from '@polylogue/sync/turns';
import { expect, test } from 'vitest';
import { backgroundWords, lentWords, limitWords, othersLending, torchWords } from './torch-words.ts';

const priced = { provider: 'openai', model: 'gpt-5.5', price: { input: 1, output: 2 } };
const unpriced = { provider: 'grok', model: 'new', price: null };
const lend = (...models: NonNullable<Torch['lend']>['models']) => ({ ...defaultLend, models });

test('one lender is named, several are counted', () => {
  expect(torchWords(0, [])).toBeNull();
  expect(torchWords(1, ['Ada'])).toBe('Ada lends a key');
  expect(torchWords(1, [])).toBe('someone lends a key');
  expect(torchWords(3, ['Ada', 'Ben'])).toBe('3 people lend a key');
});

test('every model is named once, with the limit of a turn in money, or in tokens without a price', () => {
  expect(lentWords(lend(priced, { ...priced, model: 'mini' }, unpriced), (_, model) => `The ${model}`)).toBe(
    'lends a key for The gpt-5.5, The mini, The new',
  );
  expect(limitWords(lend(priced))).toBe('up to $0.10 a question');
  expect(limitWords(lend(unpriced))).toBe('up to 20,000 tokens a question');
  expect(limitWords(lend(priced, unpriced))).toBe('up to $0.10 or 20,000 tokens a question');
});

test('lenders whose page is in the background are named, and nobody of whom it is not known [LEND-02]', () => {
  const names = { whose: (id: string | null) => `${id}’s` };
  const lent = { Ann: { isVisible: false }, Ben: { isVisible: false }, Eve: { isVisible: true } };
  expect(backgroundWords(['Ann', 'Eve'], lent, names)).toBe('Ann’s page is in the background');
  expect(backgroundWords(['Ann', 'Ben'], lent, names)).toBe('Ann’s and Ben’s pages are in the background');
  expect(backgroundWords(['Eve', 'blocked'], lent, names)).toBeNull();
});

test('who has lent all of a day, like the reader, does not count among those who lend a key', () => {
  const spent = (usd: number) => ({
    ...lend(priced),
    lent_at: 1,
    isVisible: true,
    spent_today: { usd, tokens: 0 },
  });
  expect(othersLending({ me: spent(0), ben: spent(1), cleo: spent(0.2) }, 'me')).toEqual(['cleo']);
});
