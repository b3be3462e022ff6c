import type { AnswerEvent, Ending, Failure } from '../keys/index.ts';
import { hasText, type MessageError, type Reply } from './message.ts';

export type EndedEvent = Omit<Extract<AnswerEvent, { type: 'ended' }>, 'type'>;

/** Whether the rest can be asked for: there is a beginning, and the provider did not refuse to go on. */
export function canContinue(reply: Reply): boolean {
  const { error } = reply;
  if (!error || reply.isDeleted || !hasText(reply)) return false;
  return error.type !== 'ended' || !['filtered', 'refused', 'tool'].includes(error.because);
}

/** Null: it is complete. An unknown reason does not mean that anything is missing, unless the provider says more. */
export function errorOf({ because, ...ended }: EndedEvent): MessageError | null {
  if (because === 'done' || (because === 'other' && !ended.says)) return null;
  return { type: 'ended', because, ...reasonOf({ because, ...ended }) };
}

export function emptyReply(error: MessageError | null, ending: EndedEvent | null): MessageError {
  if (error !== null && error.type !== 'ended') return error;
  const because = error?.because ?? ending?.because ?? 'done';
  return { type: 'empty', because, ...(ending ? reasonOf(ending) : {}) };
}

/** Endings that our own sentences explain. */
const isPlain: ReadonlySet<Ending> = new Set(['done', 'length', 'paused', 'cut-off']);

function reasonOf({ because, raw, says }: EndedEvent): { reason?: string } {
  const parts = [isPlain.has(because) ? null : raw, says].filter(Boolean);
  return parts.length > 0 ? { reason: [...new Set(parts)].join(': ') } : {};
}

export const nothingNew: Failure = {
  kind: 'other',
  message: 'The other reply did not arrive.',
  retryable: true,
};

export function unexpectedFailure(error: unknown): Failure {
  const message = error instanceof Error && error.message ? error.message : 'An unexpected error occurred';
  return { kind: 'other', message, retryable: true };
}
