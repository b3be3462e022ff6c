import type { AnswerEvent } from './answer.ts';
import type { Question } from './question.ts';

export interface Asking {
  /** Aborting it ends the answer quietly and closes the connection. */
  signal: AbortSignal;
  /** Another way to the network than the page's own `fetch`. */
  fetch?: typeof globalThis.fetch;
}

/**
 * Asks a provider and tells what happens. Never throws; the last event is `ended` or `failed`, unless the
 * asker aborted. A silent provider is waited for as long as it takes.
 */
export async function* answer(_question: Question, _asking: Asking): AsyncGenerator<AnswerEvent, void> {}
