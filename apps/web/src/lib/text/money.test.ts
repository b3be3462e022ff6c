import { expect, test } from 'vitest';
import { moneyInWords, tokensInWords } from './money.ts';

test.each([
  [0, false, '$0.00'],
  [0.00000009, false, 'under $0.0001'],
  [0.0042, false, '$0.0042'],
  [0.00421, true, '≈ $0.0042'],
  [0.5, false, '$0.50'],
  [0.1234, false, '$0.1234'],
  [12.3456, false, '$12.35'],
  [1234.5, false, '$1,234.50'],
])('%d dollars are readable, however small the amount [COST-19]', (usd, isEstimate, words) => {
  expect(moneyInWords(usd, isEstimate, 'en-US')).toBe(words);
});

test('money and tokens are formatted for the user’s locale [COST-19]', () => {
  expect(moneyInWords(1234.5, false, 'de-DE')).toBe('1.234,50\u00a0$');
  expect(tokensInWords(12_400, true, 'de-DE')).toBe('≈ 12.400');
  expect(tokensInWords(12_400, false, 'en-US')).toBe('12,400');
});
