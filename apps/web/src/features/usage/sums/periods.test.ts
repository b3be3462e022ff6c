import { expect, test } from 'vitest';
import { utcMonthOf, yearTo } from './periods.ts';

const day = (iso: string) => Date.parse(iso) / 86_400_000;

test('a month has all its days, also over the end of a year and in a leap year', () => {
  const now = Date.parse('2028-01-31T23:59:59Z');
  expect(utcMonthOf(now)).toEqual({ from: day('2028-01-01'), to: day('2028-01-31') });
  expect(utcMonthOf(now, 1)).toEqual({ from: day('2027-12-01'), to: day('2027-12-31') });
  expect(utcMonthOf(Date.parse('2028-03-31'), 1)).toEqual({ from: day('2028-02-01'), to: day('2028-02-29') });
  expect(yearTo(now)).toEqual({ from: day('2027-02-01'), to: day('2028-01-31') });
});
