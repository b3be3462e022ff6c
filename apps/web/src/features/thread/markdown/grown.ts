/** How many items stand in one run: few, since a run is what the browser leaves out when it is far from the screen. */
export const runLength = 8;
/** How many runs stand in one stretch. */
const stretchLength = 64;
/** How many items stand in one stretch. */
export const itemsInStretch = runLength * stretchLength;

/**
 * A list that only grows at its end, immutable, in fixed runs inside fixed stretches.
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
  else if (stretch.length < stretchLength) stretches[stretches.length - 1] = [...stretch, [item]];
  else stretches.push([[item]]);
  return { length: list.length + 1, stretches };
}

export function* everyOf<T>(list: Grown<T>): Generator<T> {
  for (const stretch of list.stretches) for (const run of stretch) yield* run;
}

/** A text that grew in pieces, whatever of it is on the screen. */
export const textOf = (pieces: Grown<string>): string => [...everyOf(pieces)].join('');

export function firstOf<T>(list: Grown<T>): T | undefined {
  return list.stretches[0]?.[0]?.[0];
}

export function itemOf<T>(list: Grown<T>, index: number): T | undefined {
  const run = Math.floor(index / runLength);
  return list.stretches[Math.floor(run / stretchLength)]?.[run % stretchLength]?.[index % runLength];
}

/** The first runs, which together hold so many items: a multiple of a run, less than a stretch. */
export function beginningOf<T>(list: Grown<T>, items: number): Grown<T> {
  const stretch = list.stretches[0]?.slice(0, items / runLength) ?? [];
  return { length: stretch.flat().length, stretches: [stretch] };
}
