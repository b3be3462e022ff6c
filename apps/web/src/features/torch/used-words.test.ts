import { defaultLend } from '@polylogue/sync/turns';
import { expect, test } from 'vitest';
import type { OwnLend } from './lends.ts';
import { usedUpWords } from './used-words.ts';

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
