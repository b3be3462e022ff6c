import { mulberry32 } from '@polylogue/imitation';

export interface Chance {
  /** From 0 up to 1. */
  number(): number;
  /** Any of these; undefined if there is none. */
  among<Item>(items: readonly Item[]): Item | undefined;
}

/** The same choices for the same seed. */
export function chance(seed: number): Chance {
  const next = mulberry32(seed);
  const number = () => next() / 2 ** 32;
  return { number, among: (items) => items[Math.floor(number() * items.length)] };
}
