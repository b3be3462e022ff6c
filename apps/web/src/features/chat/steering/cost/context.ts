import type { ModelCatalogue } from '../../../keys/index.ts';
import { firstSent, type Message, type ThreadState } from '../../../thread/index.ts';
import { tokensOf } from '../models/token-counts.ts';

/** How much of a model's context window the next question fills. */
export interface Context {
  tokens: number;
  /** Whether some of it was not counted by the provider. */
  isEstimate: boolean;
  /** Tokens; null when unknown. */
  window: number | null;
}

/** The model that will be asked, and what is sent besides the messages. */
export interface NextQuestion {
  provider: Parameters<ModelCatalogue['tokenRatioOf']>[0];
  model: string;
  window: number | null;
  /** Estimated tokens of the files and text waiting to be sent. */
  extra: number;
  /** Of what goes along with every question: instructions, files of a folder. */
  beside: number;
  /** Of what went along with the last question; null: not known. */
  sentBeside: number | null;
}

type MessagesToSend = Pick<ThreadState, 'messages' | 'sentFrom'>;

/** The provider's own count of what it has seen, plus an estimate of the rest. */
export function contextOf(
  conversation: MessagesToSend,
  next: NextQuestion,
  catalogue: ModelCatalogue,
): Context {
  const { messages } = conversation;
  const from = firstSent(conversation);
  const at = lastCounted(messages);
  const mine = catalogue.tokenRatioOf(next.provider, next.model);
  const counted = at < from ? null : countedAt(messages, at, from, catalogue);
  // Once it has answered, the provider has counted what went along: then only what has come or gone since.
  const beside = next.beside - (counted ? (next.sentBeside ?? next.beside) : 0);
  const unseen = sentSum(messages, counted ? at + 1 : from, messages.length, catalogue) + next.extra + beside;
  const seen = counted ? (counted.tokens * mine) / counted.perUsual : 0;
  return {
    tokens: Math.max(0, Math.round(seen + unseen * mine)),
    isEstimate: unseen !== 0 || (counted !== null && (counted.isEstimate || counted.perUsual !== mine)),
    window: next.window,
  };
}

/** What the provider counted up to the message at `at`, minus what is no longer sent. */
function countedAt(messages: readonly Message[], at: number, from: number, catalogue: ModelCatalogue) {
  const { usage, asked } = messages[at] as Message;
  if (!usage || !asked) return null;
  const perUsual = catalogue.tokenRatioOf(asked.provider, asked.model);
  const all = sum(messages, 0, at + 1, catalogue) * perUsual;
  const sent = sentSum(messages, from, at + 1, catalogue) * perUsual;
  // The newest count of a continued reply covers everything before. Reasoning is paid for, but not sent again.
  const { input, output, reasoning = 0 } = usage.last ?? usage;
  const truth = input + output - reasoning;
  const wasDropped = Math.abs(truth - sent) <= Math.abs(truth - all);
  return wasDropped
    ? { tokens: truth, isEstimate: false, perUsual }
    : { tokens: Math.max(sent / 2, truth - (all - sent)), isEstimate: true, perUsual };
}

/** There is a warning from this share of the window on. */
const nearlyFull = 0.8;
/** The least tokens an answer needs. */
const room = 512;

export const isNearlyFull = ({ tokens, window }: Context): boolean =>
  window !== null && tokens >= window * nearlyFull;

/** Whether the next question is longer than the model can read, or leaves no room for an answer. */
export const isTooLong = ({ tokens, window }: Context): boolean =>
  window !== null && tokens > window - Math.min(room, window / 10);

/**
 * The question before which everything must be dropped so that `share` of what is sent now is left; null
 * when there is nothing older than the last one.
 */
export function dropUntil(
  conversation: MessagesToSend,
  share: number,
  catalogue: ModelCatalogue,
): string | null {
  const { messages } = conversation;
  const from = firstSent(conversation);
  const questions = messages.slice(from + 1).filter(({ role, isDeleted }) => role === 'user' && !isDeleted);
  const all = sentSum(messages, from, messages.length, catalogue);
  let left = all;
  let at = from;
  for (const question of questions) {
    for (; messages[at] !== question; at++) left -= sentSum(messages, at, at + 1, catalogue);
    if (left <= all * share) return question.id;
  }
  return questions.at(-1)?.id ?? null;
}

function lastCounted(messages: readonly Message[]): number {
  return messages.findLastIndex(
    ({ role, usage }) => role === 'assistant' && usage !== null && usage.input > 0,
  );
}

/** Leaves out deleted messages. */
function sentSum(messages: readonly Message[], from: number, to: number, catalogue: ModelCatalogue): number {
  const sent = messages.slice(from, to).filter(({ isDeleted }) => !isDeleted);
  return sum(sent, 0, sent.length, catalogue);
}

function sum(messages: readonly Message[], from: number, to: number, catalogue: ModelCatalogue): number {
  let tokens = 0;
  for (let at = from; at < to; at++) tokens += tokensOf(messages[at] as Message, catalogue);
  return tokens;
}
