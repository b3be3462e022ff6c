import type { Usage } from '../keys/index.ts';

/** What one answer took, or several together. */
export interface Counted extends Usage {
  /** Of several: the newest alone. What was said before it is in its input. */
  last?: Usage;
}

/** What several answers took together, the oldest first. Null when nobody told. */
export function sum(...usages: (Counted | null)[]): Counted | null {
  return usages.reduce<Counted | null>((all, one) => (all && one ? added(all, one) : (all ?? one)), null);
}

function added(one: Counted, other: Counted): Counted {
  const reasoning = one.reasoning ?? other.reasoning;
  const cachedInput = one.cachedInput ?? other.cachedInput;
  // The money of one alone is not the money of both.
  const cost = one.cost !== undefined && other.cost !== undefined ? one.cost + other.cost : undefined;
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    ...(reasoning !== undefined && { reasoning: (one.reasoning ?? 0) + (other.reasoning ?? 0) }),
    ...(cachedInput !== undefined && { cachedInput: (one.cachedInput ?? 0) + (other.cachedInput ?? 0) }),
    ...(cost !== undefined && { cost }),
    last: other.last ?? other,
  };
}
