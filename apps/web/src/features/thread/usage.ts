import type { ProviderName, Usage } from '../keys/index.ts';

/** The usage of one answer, or of several together. */
export interface ReplyUsage extends Usage {
  /** For several: that of the newest alone. Its input includes the earlier messages. */
  last?: Usage;
  /** Part of it was not counted: an answer was stopped, or broke off. */
  isPartial?: true;
  /** Not all of it belongs to the model it is shown with: no single price applies. */
  isMixed?: true;
}

interface ModelRef {
  provider: ProviderName;
  model: string;
  endpoint: string;
}

/** The usage of `by`, for display next to the name of `of`. */
export function attributedUsage(
  usage: ReplyUsage | null,
  by: ModelRef | null,
  of: ModelRef | null,
): ReplyUsage | null {
  return usage && by && of && !isSameModel(by, of) ? { ...usage, isMixed: true } : usage;
}

/** The model in a reply may have a date in its name. */
function isSameModel(one: ModelRef, other: ModelRef): boolean {
  const [short, long] = one.model.length < other.model.length ? [one, other] : [other, one];
  return (
    one.provider === other.provider &&
    hostOf(one) === hostOf(other) &&
    long.model.startsWith(short.model) &&
    /^(-(latest|\d{3}[\d-]*))?$/.test(long.model.slice(short.model.length))
  );
}

/** All that is stored of an endpoint. */
const hostOf = ({ endpoint }: ModelRef) => URL.parse(endpoint)?.host;

/** The sum of several answers' usage, the oldest first. Null if none is known. */
export function sumUsage(...usages: (ReplyUsage | null)[]): ReplyUsage | null {
  return usages.reduce<ReplyUsage | null>((all, one) => (all && one ? added(all, one) : (all ?? one)), null);
}

function added(one: ReplyUsage, other: ReplyUsage): ReplyUsage {
  const reasoning = one.reasoning ?? other.reasoning;
  const cachedInput = one.cachedInput ?? other.cachedInput;
  // The cost of only one of them is not the cost of both.
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
