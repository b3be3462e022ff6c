import { once } from './once.ts';

/** Tokens in the user's number format; `≈` where it is an estimate. */
export const tokensInWords = (tokens: number, isEstimate = false, locale?: string): string =>
  `${isEstimate ? '≈ ' : ''}${tokens.toLocaleString(locale)}`;

/**
 * US dollars in the user's currency format, with enough digits to show that it is not zero:
 * $12.35 · $0.0042 · under $0.0001.
 */
export function moneyInWords(usd: number, isEstimate = false, locale?: string): string {
  const mark = isEstimate ? '≈ ' : '';
  if (usd > 0 && usd < least) return `${mark}under ${fractions(locale).format(least)}`;
  return mark + (usd === 0 || usd >= 1 ? cents : fractions)(locale).format(usd);
}

const least = 0.0001;

const dollars = (digits: number) =>
  once(
    (locale?: string) =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: 'USD',
        currencyDisplay: 'narrowSymbol',
        minimumFractionDigits: 2,
        maximumFractionDigits: digits,
      }),
  );
const cents = dollars(2);
const fractions = dollars(4);
