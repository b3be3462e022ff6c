import type { ProviderName, Usage } from '../keys/index.ts';

/** What one answer took, or several together. */
export interface Counted extends Usage {
  /** Of several: the newest alone. What was said before it is in its input. */
  last?: Usage;
  /** Nobody counted a part of it: that was stopped, or broke off. */
  isPartial?: true;
  /** Not all of it is of who stands beside it: no one price is right. */
  isMixed?: true;
}

interface Asked {
  provider: ProviderName;
  model: string;
  endpoint: string;
}

/** What `by` took, as it stands beside the name of `of`. */
export function countedOf(usage: Counted | null, by: Asked | null, of: Asked | null): Counted | null {
  return usage && by && of && !isSameModel(by, of) ? { ...usage, isMixed: true } : usage;
}

/** A reply may name its model with a date. */
function isSameModel(one: Asked, other: Asked): boolean {
  const [short, long] = one.model.length < other.model.length ? [one, other] : [other, one];
  return (
    one.provider === other.provider &&
    one.endpoint === other.endpoint &&
    long.model.startsWith(short.model) &&
    /^(-(latest|\d{3}[\d-]*))?$/.test(long.model.slice(short.model.length))
  );
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
    ...((one.isPartial || other.isPartial) && { isPartial: true as const }),
    ...((one.isMixed || other.isMixed) && { isMixed: true as const }),
    last: other.last ?? other,
  };
}
