import type { Ending, Failure } from '../keys/index.ts';
import { failureSentence, isAboutAddress } from '../keys/index.ts';
import { contentOf, type ShownError } from '../messages/index.ts';
import { canContinue } from './ending.ts';
import type { Message, MessageError, ModelRef } from './message.ts';

/** What went wrong, in plain words. */
export interface ErrorWords {
  text: string;
  hint?: string;
  /** The cause, and the provider's own words, masked. */
  details?: string;
}

type EarlyEnding = Exclude<Ending, 'done'>;

const incompleteTexts: Record<EarlyEnding, string> = {
  'cut-off': 'The connection closed before this reply was complete.',
  length: 'This reply reached the length limit of the model.',
  filtered: 'The provider’s content filter ended this reply. Rephrase your message and try again.',
  refused: 'The model declined to go on. Rephrase your message and try again.',
  paused: 'The model paused before it was done.',
  tool: 'The model asked for a tool, and there are none here. Ask it to answer without tools.',
  other: 'The provider ended this reply early.',
};

const emptyTexts: Record<Ending, string> = {
  'cut-off': 'The connection closed before a reply came.',
  length: 'The model reached its length limit before it wrote anything. Try again, or ask for less at once.',
  filtered: 'The provider’s content filter held the reply back. Rephrase your message and try again.',
  refused: 'The model declined to answer. Rephrase your message and try again.',
  paused: 'The model paused before it wrote anything. Try again.',
  tool: 'The model asked for a tool, and there are none here. Ask it to answer without tools.',
  done: 'The reply came back empty. Try again, or ask another model.',
  other: 'The reply came back empty. Try again, or ask another model.',
};

/** Why this message has no reply, or is incomplete; null if nothing is wrong. */
export function errorWords(message: Message): ErrorWords | null {
  const { error } = message;
  if (!error) return null;
  if (error.type === 'failed') return failureWords(message, error);
  const hasText = message.role === 'assistant' && contentOf(message).trim() !== '';
  if (error.type === 'stopped') {
    return { text: hasText ? 'You stopped this reply.' : 'You stopped this before a reply came.' };
  }
  if (error.type === 'ended') return { text: withReason(incompleteTexts[error.because], error.reason) };
  const text = hasText ? 'The rest did not arrive. Try again.' : emptyTexts[error.because];
  return { text: withReason(text, error.reason) };
}

const withReason = (text: string, reason = '') =>
  reason === '' ? text : `${text} The provider’s reason: “${reason}”.`;

interface Remedies {
  onDropOldest(): void;
  onChooseModel(): void;
  /** Of the connection that was asked; null: it is not known. */
  onChangeKey(asked: ModelRef | null): void;
}

/** The same, with remedies. */
export function shownError(message: Message, remedies: Remedies): ShownError | null {
  const words = errorWords(message);
  const { error } = message;
  if (!words || !error) return null;
  const retryAt = error.type === 'failed' ? error.failure.retryAt : undefined;
  return {
    ...words,
    isFailure: error.type === 'failed',
    canContinue: message.role === 'assistant' && canContinue(message),
    remedies: remediesOf(message, error, remedies),
    ...(retryAt !== undefined && { retryAt }),
  };
}

function remediesOf(message: Message, error: MessageError, remedies: Remedies): ShownError['remedies'] {
  const asked = (error.type === 'failed' && error.asked) || message.asked;
  const { provider, endpoint = '' } = asked ?? {};
  const isAddress = error.type === 'failed' && provider && isAboutAddress(error.failure, provider, endpoint);
  const key = { label: isAddress ? 'Change address' : 'Change key', act: () => remedies.onChangeKey(asked) };
  const model = { label: 'Other model', act: remedies.onChooseModel };
  const oldest = { label: 'Drop the oldest and retry', act: remedies.onDropOldest };
  if (error.type === 'empty') return error.because === 'tool' ? [] : [model];
  if (error.type !== 'failed' || error.failure.kind === 'offline') return [];
  if (error.failure.kind === 'too-long') return [oldest, model];
  return withoutKeyTrouble.has(error.failure.kind) ? [model] : [key, model];
}

/** Failures that another key would not fix. */
const withoutKeyTrouble: ReadonlySet<Failure['kind']> = new Set(['overloaded', 'server', 'refused']);

/** The provider and model asked for, if the model is missing and another of that provider would do; null otherwise. */
export function missingModel({ error, asked }: Message): ModelRef | null {
  return error?.type === 'failed' && error.failure.kind === 'model' ? (error.asked ?? asked) : null;
}

/** What the toast has said is not said again: it is among the details, once the toast is gone. */
function failureWords(message: Message, error: MessageError & { type: 'failed' }): ErrorWords {
  const { failure, asked = message.asked } = error;
  const { cause, hint, details } = failureSentence(failure, asked?.provider ?? null, asked?.endpoint);
  const isOffline = failure.kind === 'offline';
  const outcome = message.role === 'user' ? 'No reply came.' : 'This reply was cut off.';
  const reasons = [...new Set([isOffline ? '' : cause, details ?? ''])].filter((reason) => reason !== '');
  return {
    text: isOffline ? `${message.role === 'user' ? '' : `${outcome} `}${cause}` : outcome,
    ...(hint && { hint }),
    ...(reasons.length > 0 && { details: reasons.join('\n\n') }),
  };
}
