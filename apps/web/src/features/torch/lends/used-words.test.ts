import type { OwnSpace } from '@polylogue/contract';
import { defaultLend } from '@polylogue/sync/turns';
import { expect, test } from 'vitest';
import type { OwnLend } from './lends.ts';
import { restingWords, usedUpWords } from './used-words.ts';

test('a lender whose limit of the day is not all used reads why nobody is answered all the same [LEND-02]', () => {
  const models = [{ provider: 'openai', model: 'gpt', price: null }];
  const own = {
    lend: { ...defaultLend, per_day: { usd: 0, tokens: 2_600 }, models },
    space_name: 'Physics',
  } as unknown as OwnLend;
  const words = (tokens: number) => usedUpWords(own, { usd: 0, tokens, isBound: false });
  expect(words(1_000)).toBe(null);
  expect(words(1_600)).toMatch(
    /: used 1,600 of 2,600 tokens today, and the rest does not pay for another answer\.$/,
  );
  expect(words(2_600)).toMatch(/: used 2,600 of 2,600 tokens today\.$/);
});

test('a lender reads that nobody is answered where a space is archived, or they are muted or listen [LEND-02]', () => {
  const words = (canPost: boolean, archived_at: number | null, muted_until: number | null) =>
    restingWords({
      space: { name: 'Physics', archived_at },
      can: { post: canPost },
      muted_until,
    } as unknown as OwnSpace);
  expect(words(true, null, null)).toBe(null);
  expect(words(false, 1, null)).toBe('Physics is archived: nobody is answered there.');
  expect(words(false, null, 1)).toBe('While you are muted in Physics, your key answers nobody there.');
  expect(words(false, null, null)).toBe('You are a listener in Physics, so your key answers nobody there.');
  expect(restingWords(undefined)).toBe(null);
});
