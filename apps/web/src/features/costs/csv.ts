import type { UsageSum } from '@polylogue/contract';
import type { Line } from './breakdown.ts';

const columns: readonly [name: string, value: (sum: UsageSum) => string][] = [
  ['Answers', ({ answers }) => String(answers)],
  ['Tokens in', ({ input }) => String(input)],
  ['Of these cached', ({ cached }) => String(cached)],
  ['Tokens out', ({ output }) => String(output)],
  ['Of these reasoning', ({ reasoning }) => String(reasoning)],
  ['Tokens (USD)', ({ usd_micros }) => exactDollars(usd_micros)],
  ['Fees (USD)', ({ fee_usd_micros }) => exactDollars(fee_usd_micros)],
  ['Answers without a known price', ({ unpriced }) => String(unpriced)],
  ['Answers without known fees', ({ unknown_fees }) => String(unknown_fees)],
  ['Estimated answers', ({ estimates }) => String(estimates)],
  ['Searches', ({ searches }) => String(searches)],
  ['Pictures', ({ pictures }) => String(pictures)],
  ['Seconds', ({ seconds }) => String(seconds)],
];

/** The table as a file that spreadsheets open; money is exact. `first`: what the lines are. */
export function csvOf(first: string, lines: readonly Line[]): string {
  const rows = [
    [first, ...columns.map(([name]) => name)],
    ...lines.map(({ name, sum }) => [text(name), ...columns.map(([, value]) => value(sum))]),
  ];
  // The mark at the beginning tells spreadsheets that it is UTF-8.
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** Millionths of a dollar, without rounding. */
export const exactDollars = (micros: number): string =>
  `${Math.floor(micros / 1_000_000)}.${String(micros % 1_000_000).padStart(6, '0')}`;

/** A title must not become a formula. */
const text = (words: string) => (/^[=+\-@\t\r]/.test(words) ? `'${words}` : words);

const cell = (words: string) => (/[",\r\n]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words);
