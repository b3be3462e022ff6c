/** What a month had cost when it was added up. It ends at `until`, by the clock of this device. */
export interface MonthSpent {
  until: number;
  spent: number;
}

/** What is stored as `usedUpEntry`. */
export const usedUpValue = ({ until, spent }: MonthSpent, words: string): string =>
  `${until} ${spent} ${words}`;

/** What had been spent when that was stored; null: another month, or nothing readable. */
export function monthSpentIn(entry: string | null, now: number): MonthSpent | null {
  const [until = 0, spent = Number.NaN] = entry?.split(' ').map(Number) ?? [];
  return until > now && spent >= 0 ? { until, spent } : null;
}
