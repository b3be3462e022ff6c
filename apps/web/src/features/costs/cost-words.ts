import type { UsageSum } from '@polylogue/contract';
import { moneyInWords } from '../../lib/text/money.ts';
import { spentMicros } from '../usage/sums/index.ts';

const isAllUnknown = (sum: UsageSum) =>
  sum.answers > 0 && sum.unpriced === sum.answers && spentMicros(sum) === 0;

const knownWords = (sum: UsageSum, locale?: string) =>
  moneyInWords(dollars(spentMicros(sum)), sum.estimates > 0, locale);

/** What all of it cost; notes under it say what that leaves out. */
export const totalWords = (sum: UsageSum): string =>
  isAllUnknown(sum) ? 'Price not known' : knownWords(sum);

/** What it cost, as far as that is known. */
export function costWords(sum: UsageSum, locale?: string): string {
  const { unpriced, unknown_fees } = sum;
  if (isAllUnknown(sum)) return 'price not known';
  const money = knownWords(sum, locale);
  return money + (unpriced > 0 ? ' and more' : '') + (unknown_fees > 0 ? ' plus fees' : '');
}

/** From ten cents on, cents are enough; the file has all of it. */
export const dollars = (micros: number): number =>
  micros < 100_000 ? micros / 1_000_000 : Math.round(micros / 10_000) / 100;

/** What the total does not say, a sentence each. */
export function costNotes({
  answers,
  estimates,
  unpriced,
  unknown_fees,
  fee_usd_micros,
}: UsageSum): string[] {
  const all = (count: number, what: string) =>
    count === answers ? `All ${what}` : `${count.toLocaleString()} of ${answers.toLocaleString()} ${what}`;
  return [
    ...(unpriced > 0
      ? [`${all(unpriced, 'answers')} came from models whose price is not known. They are not in the total.`]
      : []),
    ...(estimates > 0
      ? [`${all(estimates, 'answers')} were not counted by the provider, so their tokens are estimated (≈).`]
      : []),
    ...(fee_usd_micros > 0
      ? [`Fees for searches and other tools: ${moneyInWords(dollars(fee_usd_micros))}, included.`]
      : []),
    ...(unknown_fees > 0 ? ['Some fees for tools are not known. They are not in the total.'] : []),
  ];
}
