import { afterEach, expect, test, vi } from 'vitest';
import { ago, day } from './ago.ts';
import { moneyInWords } from './money.ts';

afterEach(() => vi.restoreAllMocks());

test('a format is made once, not for every row of a list', () => {
  const when = new Date('2026-11-01T11:00:00Z');
  const write = () => [day(when), ago(when), moneyInWords(1.5), moneyInWords(0.0042)];
  const before = write();
  const made = [
    vi.spyOn(Intl, 'DateTimeFormat'),
    vi.spyOn(Intl, 'RelativeTimeFormat'),
    vi.spyOn(Intl, 'NumberFormat'),
  ];
  expect(write()).toEqual(before);
  expect(made.map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0]);
});
