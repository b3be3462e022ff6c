import { afterEach, expect, test } from 'vitest';
import { day } from './ago.ts';
import { dayOf, fullTime, shortTime, timeOrDay } from './time.ts';

const { TZ } = process.env;
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

const when = new Date(2026, 10, 21, 9, 5, 42);

test('the short time is hours and minutes [MSG-03]', () => {
  expect(shortTime(when)).toMatch(/^0?9[:.]05( AM)?$/);
});

test('the full time has the date and the seconds [MSG-04]', () => {
  expect(fullTime(when)).toMatch(/2026/);
  expect(fullTime(when)).toMatch(/05.42/);
});

test('a time of another day has the day of the week with it', () => {
  const now = new Date(2026, 10, 29, 12, 0);
  expect(timeOrDay(new Date(2026, 10, 29, 14, 5), now)).toBe(shortTime(new Date(2026, 10, 29, 14, 5)));
  expect(timeOrDay(new Date(2026, 10, 30, 14, 5), now)).toContain('Monday');
  expect(timeOrDay(new Date(2026, 11, 6, 14, 5), now)).toMatch(/2026/);
});

test('who has travelled reads times, and the days they are of, as it is there', () => {
  const at = new Date('2026-11-21T23:30:00Z');
  const inZone = (zone: string) => {
    process.env.TZ = zone;
    return [shortTime(at), day(at), new Date(dayOf(at.getTime())).getDate()].join(', ');
  };
  expect(inZone('Europe/London')).toMatch(/11:30.*21.*21$/);
  expect(inZone('Asia/Tokyo')).toMatch(/0?8:30.*22.*22$/);
});
