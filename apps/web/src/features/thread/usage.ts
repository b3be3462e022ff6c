import type { Usage } from '../keys/index.ts';

/** What several answers took together. Null when nobody told. */
export function sum(...usages: (Usage | null)[]): Usage | null {
  return usages.reduce<Usage | null>((all, one) => (all && one ? added(all, one) : (all ?? one)), null);
}

function added(one: Usage, other: Usage): Usage {
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
  };
}
