import { utcDayOf } from './sums.ts';

/** Days since 1970, UTC, both included. */
export interface Days {
  from: number;
  to: number;
}

/** The calendar month of a moment, in UTC as providers bill it. `ago`: so many months before it. */
export function utcMonthOf(now: number, ago = 0): Days {
  const date = new Date(now);
  const first = (months: number) =>
    utcDayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - ago + months, 1));
  return { from: first(0), to: first(1) - 1 };
}

/** The twelve calendar months that end with that of a moment. */
export const yearTo = (now: number): Days => ({ from: utcMonthOf(now, 11).from, to: utcMonthOf(now).to });
