import { budgetOf, inWords, ratio, verdict } from './budget.ts';
import type { Question, Row, Sample, Unit } from './question.ts';
import { type Summary, summary } from './statistics.ts';
import type { Side } from './world.ts';

/** The samples of one question, one a run, in the order of the runs. */
export type Answers = Partial<Record<Side, Sample[]>>;

const head = [
  'measurement',
  'floor',
  'best peer',
  'median peer',
  'ours',
  'ours / floor',
  'budget',
  'verdict',
];

/** The answers to one question as a Markdown table: medians, the lowest and highest run beside them. */
export function table(question: Question, answers: Answers): string {
  const lines = question.rows.map((row) => line(question, row, answers));
  const widths = head.map((title, column) =>
    Math.max(title.length, ...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  const drawn = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [drawn(head), drawn(widths.map((width) => '-'.repeat(width))), ...lines.map(drawn)].join('\n');
}

/** The lines over an enforced budget, in words. */
export function broken(question: Question, answers: Answers): string[] {
  return question.rows.flatMap(({ of, says }) => {
    const budget = budgetOf(question, of);
    if (!budget?.isEnforced || verdict(budget, of, answers.floor ?? [], answers.ours ?? []) !== 'over')
      return [];
    return [`${question.name}: ${says} is over its budget of ${inWords(budget).slice(2)}.`];
  });
}

function line(question: Question, { says, of, unit, peers }: Row, answers: Answers): string[] {
  const { floor = [], ours = [] } = answers;
  const budget = budgetOf(question, of);
  const judged = budget ? verdict(budget, of, floor, ours) : 'unknown';
  return [
    says,
    shown(summary(floor.map((sample) => sample[of] ?? Number.NaN)), unit),
    peers?.best ?? '',
    peers?.median ?? '',
    shown(summary(ours.map((sample) => sample[of] ?? Number.NaN)), unit),
    shown(ratio(of, floor, ours), '×'),
    budget ? inWords(budget) : '',
    judged === 'unknown' ? '' : judged,
  ];
}

/** `12.3 ms (11.9–14.2)`; nothing when nothing was measured. */
export function shown(measured: Summary | null, unit: Unit): string {
  if (!measured) return '–';
  const { median, low, high } = measured;
  const spread = low === high ? '' : ` (${rounded(low)}–${rounded(high)})`;
  return `${rounded(median)}${unit === '×' ? unit : unit && ` ${unit}`}${spread}`;
}

function rounded(number: number): string {
  const digits = Math.abs(number) >= 100 ? 0 : Math.abs(number) >= 10 ? 1 : 2;
  return number.toLocaleString('en', { maximumFractionDigits: digits });
}
