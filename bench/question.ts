import type { Side, World } from './world.ts';

/** What one run on one page measured. A number the page could not give is NaN. */
export type Sample = Record<string, number>;

/** How long and how often to measure; `quick` shortens the texts, to see that it works, not for a number to keep. */
export interface Effort {
  runs: number;
  quick: boolean;
}

export type Unit = 'µs' | 'ms' | 'kB' | 'MB' | '%' | '×' | '';

/** One line of the table. */
export interface Row {
  says: string;
  /** The key of the sample, and of its budget. */
  of: string;
  unit: Unit;
  /** What other products take, for comparison only: they are not measured here. */
  peers?: { best: string; median: string };
}

interface QuestionBase {
  name: string;
  asks: string;
  /** Which pages can answer it. */
  sides: readonly Side[];
  rows: readonly Row[];
  /** The numbers are the same every time, so one run is enough. */
  isSteady?: boolean;
  /** About how many seconds one run on one page takes. */
  takes(effort: Effort): number;
}

/** A question that a page answers, in a browser. */
export interface PageQuestion extends QuestionBase {
  measure(side: Side, world: World, effort: Effort): Promise<Sample>;
}

/** A question that our server answers, without a browser; its floor is a route that answers a constant. */
export interface ServerQuestion extends QuestionBase {
  measureServer(side: Side, effort: Effort): Promise<Sample>;
}

/** One question, one file: what it asks, how it is answered, and the lines of the table it fills. */
export type Question = PageQuestion | ServerQuestion;
