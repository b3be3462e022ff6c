import type { Ask, Candidate } from './encoding/decode.ts';

/** In which of these encodings is it? */
export interface EncodingQuestion {
  candidates: readonly Candidate[];
  /** Null: the file stays, but is not sent. */
  choose(chosen: Candidate | null): void;
}

/** Asks by showing a question, and null once it is answered. Rejects when the answer is no longer wanted. */
export const asking =
  (signal: AbortSignal, show: (question: EncodingQuestion | null) => void): Ask =>
  (candidates) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      const choose = (chosen: Candidate | null) => {
        show(null);
        resolve(chosen);
      };
      show({ candidates, choose });
    });
