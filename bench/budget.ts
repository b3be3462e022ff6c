import budgets from './budgets.json' with { type: 'json' };
import { frameLength } from './frames.ts';
import type { Question, Sample } from './question.ts';
import { type Summary, summary } from './statistics.ts';

/** How much is allowed: in itself, or beside the floor of the same run. */
export type Budget = (
  | { atMost: number }
  | { atLeast: number }
  | { timesFloor: number }
  | { overFloor: number }
  | { framesOverFloor: number }
) & {
  /** Bytes and counts do not depend on the machine: over them, the bench fails. */
  isEnforced?: boolean;
};

export type Verdict = 'within' | 'over' | 'unknown';

/** The budget of one line of a question; null when the line is informational. */
export function budgetOf({ name }: Pick<Question, 'name'>, of: string): Budget | null {
  if (name === 'cold-load' && of === 'javaScript')
    return { atMost: budgets.chatInitialJavaScriptGzip / 1000, isEnforced: true };
  // `long-block-list` has the budgets of `long-block`
  const family = Object.keys(budgets)
    .filter((known) => name === known || name.startsWith(`${known}-`))
    .sort((a, b) => b.length - a.length)[0];
  if (family === undefined) return null;
  return (budgets as unknown as Record<string, Record<string, Budget>>)[family]?.[of] ?? null;
}

export const inWords = (budget: Budget): string => {
  if ('timesFloor' in budget) return `≤ ${budget.timesFloor}× floor`;
  if ('overFloor' in budget) return `≤ floor + ${budget.overFloor}`;
  if ('framesOverFloor' in budget) return `≤ floor + ${budget.framesOverFloor} frames`;
  if ('atLeast' in budget) return `≥ ${budget.atLeast}`;
  return `≤ ${budget.atMost}`;
};

/** Whether the runs stay within a budget. Ratios and differences are computed per run; enforced ones must hold in each. */
export function verdict(
  budget: Budget,
  of: string,
  floor: readonly Sample[],
  ours: readonly Sample[],
): Verdict {
  const [measured, limit] = compared(budget, of, floor, ours);
  if (!measured) return 'unknown';
  if ('atLeast' in budget)
    return (budget.isEnforced ? measured.low : measured.median) >= limit ? 'within' : 'over';
  return (budget.isEnforced ? measured.high : measured.median) <= limit ? 'within' : 'over';
}

function compared(
  budget: Budget,
  of: string,
  floor: readonly Sample[],
  ours: readonly Sample[],
): [Summary | null, number] {
  if ('timesFloor' in budget) return [ratio(of, floor, ours), budget.timesFloor];
  if ('overFloor' in budget) return [difference(of, floor, ours), budget.overFloor];
  if ('framesOverFloor' in budget) return [difference(of, floor, ours), budget.framesOverFloor * frameLength];
  const limit = 'atLeast' in budget ? budget.atLeast : budget.atMost;
  return [summary(ours.map((sample) => sample[of] ?? Number.NaN)), limit];
}

/** Ours in multiples of the floor, each run against the floor of the same run. */
export const ratio = (of: string, floor: readonly Sample[], ours: readonly Sample[]): Summary | null =>
  paired(of, floor, ours, (mine, bare) => (bare === 0 ? Number.NaN : mine / bare));

const difference = (of: string, floor: readonly Sample[], ours: readonly Sample[]) =>
  paired(of, floor, ours, (mine, bare) => mine - bare);

function paired(
  of: string,
  floor: readonly Sample[],
  ours: readonly Sample[],
  compare: (mine: number, bare: number) => number,
): Summary | null {
  return summary(
    ours.map((sample, run) => compare(sample[of] ?? Number.NaN, floor[run]?.[of] ?? Number.NaN)),
  );
}
