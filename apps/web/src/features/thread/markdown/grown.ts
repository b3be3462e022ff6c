/** How many items stand in one run, and how many runs in one stretch. */
export const runLength = 32;

/**
 * A list that only grows at its end, immutable, in fixed runs of 32 inside stretches of 32 runs.
 * Adding copies at most two short arrays; whoever shows it re-renders one run, and no item ever changes its place
 * in the structure, so that what is on the page is never mounted twice.
 */
export interface Grown<T> {
  readonly length: number;
  readonly stretches: readonly Stretch<T>[];
}
export type Stretch<T> = readonly Run<T>[];
export type Run<T> = readonly T[];

export const nothingGrown: Grown<never> = { length: 0, stretches: [] };

export function grow<T>(list: Grown<T>, item: T): Grown<T> {
  const stretches = list.stretches.slice();
  const stretch = stretches.at(-1);
  const run = stretch?.at(-1);
  if (stretch === undefined || run === undefined) return { length: 1, stretches: [[[item]]] };
  if (run.length < runLength) stretches[stretches.length - 1] = [...stretch.slice(0, -1), [...run, item]];
  else if (stretch.length < runLength) stretches[stretches.length - 1] = [...stretch, [item]];
  else stretches.push([[item]]);
  return { length: list.length + 1, stretches };
}

export function* everyOf<T>(list: Grown<T>): Generator<T> {
  for (const stretch of list.stretches) for (const run of stretch) yield* run;
}

export function firstOf<T>(list: Grown<T>): T | undefined {
  return list.stretches[0]?.[0]?.[0];
}

export function itemOf<T>(list: Grown<T>, index: number): T | undefined {
  const run = Math.floor(index / runLength);
  return list.stretches[Math.floor(run / runLength)]?.[run % runLength]?.[index % runLength];
}

export function firstRunOf<T>(list: Grown<T>): Grown<T> {
  const run = list.stretches[0]?.[0] ?? [];
  return { length: run.length, stretches: [[run]] };
}
