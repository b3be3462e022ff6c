import { expect, test } from 'vitest';
import { dayOf } from '../../../lib/text/time.ts';
import { dayWords } from './day.ts';

const at = (year: number, month: number, day: number, hours = 0, minutes = 0) =>
  new Date(year, month - 1, day, hours, minutes).getTime();

test('a day lasts from midnight to midnight here', () => {
  expect(dayOf(at(2026, 11, 3, 23, 59))).toBe(at(2026, 11, 3));
  expect(dayOf(at(2026, 11, 4))).toBe(at(2026, 11, 4));
});

test('on New Year’s Day, the day before is yesterday, and earlier ones have their year', () => {
  const today = at(2026, 1, 1);
  expect(dayWords(today, today)).toBe('Today');
  expect(dayWords(at(2025, 12, 31), today)).toBe('Yesterday');
  expect(dayWords(at(2025, 12, 30), today)).toMatch(/2025/);
});

test('a day of this year has its weekday instead of the year', () => {
  const words = dayWords(at(2026, 11, 3), at(2026, 11, 20));
  expect(words).toMatch(/3/);
  expect(words).not.toMatch(/2026/);
});
