import { expect, test } from 'vitest';
import { post } from '../testing/lender.ts';
import { missedRows } from './missed-rows.ts';

const joined = (number: number) => post(number, 'eve', '', { kind: 'notice' });
/** What was missed by whoever has read the messages up to this number. */
function missedAfter(after: number, older: number | null, rows = [post(11, 'ben', 'Friday'), joined(12)]) {
  const missed = missedRows({ rows, texts: new Map(), older }, after, 12);
  return { ...missed, rows: missed.rows.map((row) => !row.is_withheld && row.number) };
}

test('a summary is of what is new or, where only somebody has joined since, of everything', () => {
  const rows = [post(10, 'ben', 'Hi'), post(11, 'ben', 'Friday'), joined(12)];
  expect(missedAfter(10, null, rows)).toEqual({ rows: [11, 12], isCut: false });
  expect(missedAfter(11, null, rows)).toEqual({ rows: [10, 11, 12], isCut: false });
});

test('it is known when more is new than was read', () => {
  expect(missedAfter(10, 11).isCut).toBe(false);
  expect(missedAfter(9, 11).isCut).toBe(true);
  expect(missedAfter(9, null).isCut).toBe(false);
  // All of it is meant, and it does not begin here.
  expect(missedAfter(11, 11)).toMatchObject({ rows: [11, 12], isCut: true });
});
