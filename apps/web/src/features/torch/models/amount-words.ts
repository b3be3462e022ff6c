import type { Amount } from '@polylogue/sync/turns';
import { moneyInWords, tokensInWords } from '../../../lib/text/money.ts';

/** `$1`, `$0.12`, `$0.0042` or `20,000 tokens`. */
export function limitInWords(amount: number, unit: keyof Amount): string {
  if (unit === 'tokens') return `${tokensInWords(Math.round(amount))} tokens`;
  return Number.isInteger(amount) ? wholeDollars().format(amount) : moneyInWords(amount);
}

const wholeDollars = () =>
  new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  });

/** What is used of a day's limit; cents say enough of it. */
export function usedInWords(used: number, unit: keyof Amount): string {
  if (unit === 'tokens' || used < 0.01) return limitInWords(used, unit);
  return limitInWords(Math.round(used * 100) / 100, unit);
}
