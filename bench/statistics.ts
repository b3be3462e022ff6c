/** The value below which `share` (0 to 1) of the numbers lie, between neighbours where it falls between. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)];
  const high = sorted[Math.ceil(at)];
  if (low === undefined || high === undefined) return Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

/** The middle of several runs, and the lowest and highest of them. */
export interface Summary {
  median: number;
  low: number;
  high: number;
}

/** Runs without a number (where the page could not be measured) are left out; null if none remain. */
export function summary(numbers: readonly number[]): Summary | null {
  const known = numbers.filter((number) => Number.isFinite(number));
  if (known.length === 0) return null;
  return { median: median(known), low: Math.min(...known), high: Math.max(...known) };
}
