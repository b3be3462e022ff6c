import type { Side, World } from './world.ts';

/** What one run on one page measured. A number the page could not give is NaN. */
export type Sample = Record<string, number>;

/** How long and how often to measure; `quick` shortens the texts, for a look and not for a number to keep. */
export interface Effort {
  runs: number;
  quick: boolean;
}

export type Unit = 'ms' | 'kB' | 'MB' | '%' | '×' | '';

/** One line of the table. */
export interface Row {
  says: string;
  /** The key of the sample, and of its budget. */
  of: string;
  unit: Unit;
  /** What others take, for reading only: nobody measures them here. */
  peers?: { best: string; median: string };
}

/** One question, one file: what it asks, how a page answers it, and the lines of the table it fills. */
export interface Question {
  name: string;
  asks: string;
  /** Which pages can answer it. */
  sides: readonly Side[];
  rows: readonly Row[];
  /** It gives the same numbers every time, so once is enough. */
  isSteady?: boolean;
  /** About how many seconds one run on one page takes. */
  takes(effort: Effort): number;
  measure(side: Side, world: World, effort: Effort): Promise<Sample>;
}
