import { expect, test } from 'vitest';
import { limitInWords, usedInWords } from '../models/amount-words.ts';
import { defaultForm, type LendForm } from './lend-form.ts';
import { lendSentence } from './lend-words.ts';

const form = defaultForm('invited', { price: { input: 1, output: 2 }, longest: 4_096 });
const sentence = (more: Partial<LendForm> = {}, rest: Partial<Parameters<typeof lendSentence>[0]> = {}) =>
  lendSentence({
    space_name: 'Family',
    model: 'gpt-5.6',
    form: { ...form, ...more },
    askers: [],
    isForSelf: false,
    used: null,
    until: '14:00',
    ...rest,
  });

test('what a press lends stands in one sentence [LEND-01]', () => {
  expect(sentence()).toBe(
    'Answer questions in Family with gpt-5.6, up to $1 a day, while this page is open.',
  );
  expect(sentence({ to: 'friends', perDay: '2,5', until: '8' }, { askers: ['Ada'], used: '$0.12' })).toBe(
    'Answer questions from your friends and Ada in Family with gpt-5.6, up to $2.50 a day ($0.12 used today), for 8 hours.',
  );
  expect(sentence({ to: 'hosts', unit: 'tokens', perDay: '200000', until: 'same' })).toBe(
    'Answer questions from the hosts in Family with gpt-5.6, up to 200,000 tokens a day, until 14:00.',
  );
  expect(sentence({}, { isForSelf: true })).toBe(
    'Answer what you ask in Family on your other devices with gpt-5.6, up to $1 a day, while this page is open.',
  );
});

test('a key that answers every message as well is lent with a sentence that says so [MODE-02]', () => {
  expect(sentence({ everyMessage: true })).toBe(
    'Answer questions and every message in Family with gpt-5.6, up to $1 a day, while this page is open.',
  );
  expect(sentence({ everyMessage: true, to: 'friends' })).toContain(
    'Answer questions and every message from your friends in Family with',
  );
  expect(sentence({ everyMessage: true }, { isForSelf: true })).toContain(
    'Answer what you ask in Family on your other devices, and every message of yours there, with',
  );
});

test('amounts are written as people say them', () => {
  expect([1, 0.5, 0.0042, 12].map((usd) => limitInWords(usd, 'usd'))).toEqual([
    '$1',
    '$0.50',
    '$0.0042',
    '$12',
  ]);
  expect([0, 0.1234, 0.0042, 1.999].map((usd) => usedInWords(usd, 'usd'))).toEqual([
    '$0',
    '$0.12',
    '$0.0042',
    '$2',
  ]);
  expect(usedInWords(1_234, 'tokens')).toBe('1,234 tokens');
});
