export interface Chance {
  /** From 0 up to 1. */
  number(): number;
  /** Any of these; undefined if there is none. */
  among<Item>(items: readonly Item[]): Item | undefined;
}

/** The same choices for the same seed (mulberry32). */
export function chance(seed: number): Chance {
  let state = seed >>> 0;
  function number() {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return { number, among: (items) => items[Math.floor(number() * items.length)] };
}
