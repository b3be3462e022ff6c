import { expect, test } from 'vitest';
import { budgetOf, ratio, verdict } from './budget.ts';
import budgets from './budgets.json' with { type: 'json' };
import { questions } from './questions.ts';

const runs = (...values: number[]) => values.map((time) => ({ time }));

test('the ratio is computed per run before the median, so that machine drift does not matter', () => {
  const floor = runs(100, 200, 400);
  const ours = runs(150, 300, 600);
  expect(ratio('time', floor, ours)).toEqual({ median: 1.5, low: 1.5, high: 1.5 });
  expect(verdict({ timesFloor: 1.5 }, 'time', floor, ours)).toBe('within');
  expect(verdict({ timesFloor: 1.4 }, 'time', floor, ours)).toBe('over');
});

test('frames over the floor are counted at 60 a second', () => {
  expect(verdict({ framesOverFloor: 2 }, 'time', runs(20), runs(53))).toBe('within');
  expect(verdict({ framesOverFloor: 2 }, 'time', runs(20), runs(54))).toBe('over');
});

test('a time may be over its budget in one run of three, an enforced count in none', () => {
  expect(verdict({ atMost: 8 }, 'time', [], runs(7, 9, 8))).toBe('within');
  expect(verdict({ atMost: 8, isEnforced: true }, 'time', [], runs(7, 9, 8))).toBe('over');
});

test('without a floor, a budget that needs one is not judged', () => {
  expect(verdict({ timesFloor: 3 }, 'time', [], runs(1))).toBe('unknown');
});

test('every budget belongs to a line of a question', () => {
  const lines = questions.flatMap((question) =>
    question.rows.filter(({ of }) => budgetOf(question, of)).map(({ of }) => `${question.name} ${of}`),
  );
  const { chatInitialJavaScriptGzip: _, ...families } = budgets;
  for (const [family, budget] of Object.entries(families))
    for (const of of Object.keys(budget))
      expect(
        lines.some((line) => line.startsWith(family) && line.endsWith(` ${of}`)),
        `${family} ${of}`,
      ).toBe(true);
});

test('the JavaScript of the first load has the same budget as in the build', () => {
  expect(budgetOf({ name: 'cold-load' }, 'javaScript')).toEqual({ atMost: 150, isEnforced: true });
});

test('a minimum is judged the other way round', () => {
  expect(verdict({ atLeast: 59 }, 'time', [], runs(58, 60, 59.5))).toBe('within');
  expect(verdict({ atLeast: 59, isEnforced: true }, 'time', [], runs(58, 60, 59.5))).toBe('over');
});
