import {
  type Charge,
  type EarlyEnding,
  maxTokensOf,
  type Spent,
  type TurnFailure,
  turnLimits,
} from '@polylogue/sync/turns';
import type { AnswerEvent, Failure, Usage } from '../../keys/index.ts';
import type { Plan } from './plan.ts';

/** What came of a question, as far as costs and the next step depend on it. */
export interface Outcome {
  /** False: nothing was sent. */
  isAsked: boolean;
  /** The provider has begun an answer. */
  hasBegun: boolean;
  usage: Usage | undefined;
  /** How it ended; null: not yet, it was aborted, or this browser has a fault. */
  last: Extract<AnswerEvent, { type: 'ended' | 'failed' }> | null;
}

export const noOutcome: Outcome = { isAsked: false, hasBegun: false, usage: undefined, last: null };

export function afterEvent(outcome: Outcome, event: AnswerEvent): Outcome {
  switch (event.type) {
    case 'text':
    case 'reasoning':
    case 'model':
      return { ...outcome, hasBegun: true };
    case 'usage':
      return { ...outcome, hasBegun: true, usage: event.usage };
    case 'ended':
    case 'failed':
      return { ...outcome, last: outcome.last ?? event };
  }
}

/** Why another browser should answer, or why none will; null: the provider has ended the answer. */
export function failureIn({ last }: Outcome): TurnFailure | null {
  // A fault in this browser.
  if (last === null) return 'provider';
  if (last.type === 'failed') return failureOf(last.failure);
  if (last.because === 'cut-off') return 'network';
  return last.because === 'filtered' || last.because === 'refused' ? 'refused' : null;
}

const day = 24 * 3_600_000;

/** In how many milliseconds a provider that could not answer may; undefined: asking it again would change nothing. */
export function retryIn({ last }: Outcome): number | undefined {
  if (last?.type !== 'failed') return undefined;
  const { kind, retryable, retryAfter = turnLimits.retryAfter } = last.failure;
  const isBusy = kind === 'rate-limit' || kind === 'overloaded' || kind === 'server';
  return isBusy && retryable ? Math.min(Math.ceil(retryAfter), day) : undefined;
}

/** Why an answer that has ended is not complete; null: it is. */
export function earlyEndingOf({ last }: Outcome): EarlyEnding | null {
  if (last?.type !== 'ended') return null;
  const { because } = last;
  return because === 'length' || because === 'paused' || because === 'tool' ? because : null;
}

/** What else may help: another key, another provider, or nothing. */
function failureOf({ kind }: Failure): TurnFailure {
  switch (kind) {
    case 'key':
    case 'permission':
      return 'key';
    case 'model':
      return 'model';
    case 'no-credit':
      return 'credit';
    case 'rate-limit':
      return 'limit';
    case 'connect':
    case 'offline':
      return 'network';
    case 'refused':
      return 'refused';
    default:
      return 'provider';
  }
}

/** What the ledger settles; null: the bill is not known, and what was reserved counts. */
export function costOf(outcome: Outcome, { counter }: Plan): Charge | null {
  if (isFree(outcome)) return { usd: 0, tokens: 0 };
  const usage = usageOnBill(outcome);
  return usage && { usd: usage.cost ?? counter.usdOf(usage), tokens: usage.input + usage.output };
}

/** What the receipt shows: for others as much as the ledger counts, so that the sums of both are the same. */
export function spentIn(outcome: Outcome, plan: Plan, text: string): Spent {
  if (isFree(outcome)) return { input: 0, output: 0, usd: 0, is_estimate: false };
  const onBill = usageOnBill(outcome);
  const { input, output, cost } = onBill ?? mostIn(outcome, plan, text);
  return { input, output, usd: cost ?? plan.counter.usdOf({ input, output }), is_estimate: onBill === null };
}

function mostIn({ usage }: Outcome, { lend, context, maxTokens }: Plan, text: string): Usage {
  if (lend) return { input: context.input, output: maxTokens };
  return usage ?? { input: context.input, output: maxTokensOf(text) };
}

/** Whether something else than a provider has answered, like the page of a proxy: its address is wrong. */
export const isWrongAddress = ({ hasBegun, last }: Outcome): boolean =>
  !hasBegun && last?.type === 'failed' && last.failure.kind === 'bad-answer' && !last.failure.retryable;

/** Whether the provider was not asked, or answered with an error instead: nobody bills that. */
function isFree(outcome: Outcome): boolean {
  const { isAsked, hasBegun, last } = outcome;
  if (!isAsked || isWrongAddress(outcome)) return true;
  if (hasBegun || last?.type !== 'failed') return false;
  const { status } = last.failure;
  return status !== undefined && !timeouts.includes(status);
}

/** Statuses of a gateway that gave up waiting: the model behind it may have worked on the question. */
const timeouts = [408, 504, 524];

/** Usage is cumulative: what came before an answer broke off can be less than the bill. */
function usageOnBill({ usage, last }: Outcome): Usage | null {
  const isComplete = last?.type === 'ended' && last.because !== 'cut-off';
  // A provider that refuses says so after its usage.
  const isRefusal = last?.type === 'failed' && last.failure.kind === 'refused';
  // Some hosts leave out what the question took, or count what no ledger can hold.
  const isCounted =
    usage && usage.input > 0 && [usage.input + usage.output, usage.cost ?? 0].every(Number.isFinite);
  return isCounted && (isComplete || isRefusal) ? usage : null;
}
