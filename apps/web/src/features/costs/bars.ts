import { by, type Days, spentMicros, type UsageTotals } from '../usage/sums/index.ts';

/** One day or month of the chart. */
export interface Bar {
  /** The first day (days since 1970, UTC). */
  day: number;
  micros: number;
  /** Something was used, and part of its price is not known. */
  isMore: boolean;
}

/** The bars of a period, oldest first: its days, or its months if there are more than 62 of them. */
export function barsOf({ days }: UsageTotals, { from, to }: Days): Bar[] {
  const isByMonth = to - from > 61;
  const first = (day: number) => (isByMonth ? firstOfMonth(day) : day);
  const sums = by(days, ({ day }) => String(first(day)));
  const bars: Bar[] = [];
  for (let day = first(from); day <= to; day = isByMonth ? firstOfMonth(day + 31) : day + 1) {
    const sum = sums.get(String(day));
    const isMore = sum !== undefined && (sum.unpriced > 0 || sum.unknown_fees > 0);
    bars.push({ day, micros: sum ? spentMicros(sum) : 0, isMore });
  }
  return bars;
}

export function firstOfMonth(day: number): number {
  const date = new Date(day * 86_400_000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / 86_400_000;
}

/** Where the lines across the chart are: round amounts up to the highest bar or just above it, zero left out. */
export function ticksFor(most: number): number[] {
  if (most <= 0) return [];
  const rough = most / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, power * ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10));
  const count = Math.ceil(most / step);
  return Array.from({ length: count }, (_, at) => Math.round((at + 1) * step));
}
