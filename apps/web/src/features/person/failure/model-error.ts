import { FetchError } from '../../../api/index.ts';

/** A failed call about people: its message is the specification's sentence, its cause the original error. */
export class ModelError extends Error {
  override name = 'ModelError';
}

/** Resolves with the result of `ask`. Rejects with a ModelError with this sentence, or unchanged if it was aborted. */
export async function orFail<Answer>(sentence: string, ask: Promise<Answer>): Promise<Answer> {
  try {
    return await ask;
  } catch (error) {
    if (error instanceof ModelError || isAbort(error)) throw error;
    throw new ModelError(sentence, { cause: error });
  }
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** Whether the server refused with this status; a 404 must be its own, not that of a proxy. */
export function isRefused(error: unknown, status: number): boolean {
  const cause = error instanceof ModelError ? error.cause : error;
  return cause instanceof FetchError && (status === 404 ? cause.isNotFound : cause.status === status);
}

/** Whether nothing of our server's came back: what was asked for may have been done. */
export function isUnanswered(error: unknown): boolean {
  const cause = error instanceof ModelError ? error.cause : error;
  if (!(cause instanceof FetchError)) return cause instanceof TypeError;
  return !cause.refused && (cause.status < 400 || cause.status >= 500);
}

/** How many seconds the refusal asks to wait; 0 if it does not say. */
export function waitOf(error: unknown): number {
  const cause = error instanceof ModelError ? error.cause : error;
  return cause instanceof FetchError ? cause.wait : 0;
}

/** Why a call failed and what to do about it, shown below its sentence. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof ModelError ? error.cause : error;
  if (cause instanceof FetchError && cause.refused) return cause.refused.message;
  // fetch rejects with a TypeError when nothing answers.
  if (cause instanceof TypeError) return 'The server cannot be reached. Check your connection and try again.';
  if (cause instanceof DOMException && cause.name === 'TimeoutError') return 'It took too long. Try again.';
  return 'An unexpected error occurred. Please try again.';
}
