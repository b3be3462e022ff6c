import type { Answer, ChatQuestion } from '../../keys/index.ts';
import type { KeyFailure } from '../models/failure-toast.ts';
import { afterEvent, failureIn, isWrongAddress, noOutcome, type Outcome } from './outcome.ts';
import type { Plan } from './plan.ts';
import { questionOf } from './question.ts';
import type { TurnSender } from './turn-sender.ts';

export interface ProviderNeeds {
  answer(question: ChatQuestion, signal: AbortSignal): Answer;
  /** The content of the files of a question that could be loaded, by their id (base64). */
  dataOf(plan: Plan): Promise<ReadonlyMap<string, string>>;
  /** Whether it is the key for which no readable answer came. */
  isKeyRefused(choice: Plan['choice']): Promise<boolean>;
  /** Resolves at once, or, while the page is being left, when it stays after all, or the signal fires. */
  stays(signal: AbortSignal): Promise<void>;
}

/** Asks the provider, and sends what it answers. Never rejects. */
export async function askProvider(
  { answer, dataOf, isKeyRefused, stays }: ProviderNeeds,
  plan: Plan,
  sender: TurnSender,
  signal: AbortSignal,
): Promise<Outcome> {
  const { context, maxTokens, choice, lend } = plan;
  let outcome = noOutcome;
  try {
    const data = await dataOf(plan);
    signal.throwIfAborted();
    const question: ChatQuestion = {
      ...questionOf(context, data),
      maxTokens,
      ...(lend && { isLimitStrict: true }),
      choice,
    };
    const events = answer(question, signal);
    try {
      for await (const event of events) {
        if (event.type === 'text') sender.add(event.text);
        else if (event.type === 'reasoning') sender.thinking();
        outcome = afterEvent(outcome, event);
      }
    } finally {
      outcome = { ...outcome, isAsked: events.wasSent() };
    }
    const isUnclear = lend && isUnanswered(outcome) && !signal.aborted;
    return isUnclear && (await isKeyRefused(choice)) ? { ...outcome, last: refusedKey } : outcome;
  } catch {
    await stays(signal);
    // A fault in this browser: what was reserved counts as spent if it was asked, and another one takes over.
    return { ...outcome, last: null };
  }
}

const isUnanswered = ({ hasBegun, last }: Outcome) =>
  !hasBegun && last?.type === 'failed' && last.failure.kind === 'connect';

/** As a page would read it if it could. */
const refusedKey: NonNullable<Outcome['last']> = {
  type: 'failed',
  failure: { kind: 'key', message: 'The key was refused.', status: 401, retryable: false },
};

/** A failure that the owner of the key can do something about. */
export function keyFailureIn(outcome: Outcome, { lend }: Plan): KeyFailure['failure'] | null {
  const failure = failureIn(outcome);
  if (outcome.last?.type !== 'failed' || outcome.last.failure.kind === 'offline') return null;
  const isTheirs = lend && failure === 'provider' && !isWrongAddress(outcome);
  return failure === 'refused' || isTheirs ? null : outcome.last.failure;
}

/** What the server learns of a turn before any of its text. */
export const startedOf = ({ connection, context }: Plan) => ({
  provider: connection.provider,
  model: connection.model,
  host: URL.parse(connection.endpoint)?.host ?? connection.endpoint,
  used: context.used,
});
