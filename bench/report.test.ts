import { expect, test } from 'vitest';
import { coldLoad } from './cold-load.ts';
import { broken, shown, table } from './report.ts';
import { latest, type Results } from './results.ts';
import { streamFast } from './stream-fast.ts';

const [fast] = streamFast;
if (!fast) throw new Error('There is no question about the fast stream.');

const answers = {
  floor: [
    { mainThread: 100, longestTask: 0 },
    { mainThread: 120, longestTask: 0 },
  ],
  ours: [
    { mainThread: 250, longestTask: 0 },
    { mainThread: 420, longestTask: 80 },
  ],
};

test('a line shows medians with their spread, the ratio in the same run, the budget and the verdict', () => {
  const line = table(fast, answers)
    .split('\n')[2]
    ?.split('|')
    .map((cell) => cell.trim());
  expect(line?.slice(1, -1)).toEqual([
    'main-thread time',
    '110 ms (100–120)',
    '891 ms',
    '3,440 ms',
    '335 ms (250–420)',
    '3× (2.5–3.5)',
    '≤ 4× floor',
    'within',
  ]);
});

test('what was not measured is a dash', () => {
  expect(shown(null, 'ms')).toBe('–');
  expect(table(fast, { ours: [{}] })).toContain('| –');
});

test('too much JavaScript fails the bench, a slow start does not', () => {
  expect(broken(coldLoad, { floor: [{ usable: 10 }], ours: [{ javaScript: 151, usable: 1000 }] })).toEqual([
    'cold-load: JavaScript until the text box is usable, gzip is over its budget of 150.',
  ]);
  expect(broken(coldLoad, { floor: [{ usable: 10 }], ours: [{ javaScript: 149, usable: 1000 }] })).toEqual(
    [],
  );
});

test('latest.md shows the newest answer to each question and omits unanswered ones', () => {
  const bench = (date: string, given: Results['answers']): Results => ({
    date,
    commit: 'abc1234',
    machine: '2 × CPU',
    chromium: 'Chrome/156',
    node: 'v26',
    load: 0.1,
    runs: 5,
    answers: given,
  });
  const older = bench('2026-11-01T10:00:00Z', { 'cold-load': { ours: [{ usable: 111 }] } });
  const newer = bench('2026-11-02T10:00:00Z', { 'cold-load': { ours: [{ usable: 222 }] } });
  const page = latest([older, newer], [coldLoad, fast]);
  expect(page).toContain('222 ms');
  expect(page).toContain('2026-11-02, abc1234');
  expect(page).not.toContain('111 ms');
  expect(page).not.toContain(fast.name);
});
