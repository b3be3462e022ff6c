import { cutText } from '@polylogue/sync';
import type { Spent, Started, TurnFailure } from '@polylogue/sync/turns';
import type { SentFrame } from '../../api/socket.ts';

export interface RelayNeeds {
  /** Returns whether the socket was open. */
  tell(frame: SentFrame): boolean;
  /** Milliseconds on any clock. */
  now(): number;
  after(ms: number, work: () => void): () => void;
}

interface TurnKey {
  feed: string;
  turn_id: string;
  epoch: number;
}

/** Milliseconds between two pieces, and between two signs that a model is thinking. */
const pause = 40;
const thinkingPause = 1_000;
/** UTF-16 code units of one piece. */
const pieceLength = 4_096;

/**
 * Sends an answer to the server as it comes, and again from wherever the server has lost it. A piece leaves when text
 * arrives, if the last one left long enough ago: the timers of hidden tabs are slow.
 * @param before the text that this answer continues; its length is the base
 */
export function relay({ tell, now, after }: RelayNeeds, turn: TurnKey, before: string, started: Started) {
  const base = before.length;
  let text = before;
  /** Up to where it was sent. */
  let sent = base;
  let isStartedSent = false;
  let ending: { length: number; spent: Spent } | undefined;
  /** Why it was given up, and what a turn without an end cost. */
  let failure: TurnFailure | undefined;
  let spentSoFar: Spent | undefined;
  let sentAt = Number.NEGATIVE_INFINITY;
  let thoughtAt = Number.NEGATIVE_INFINITY;
  let callOff: (() => void) | undefined;

  function append(more: { text: string; ended?: typeof ending; is_thinking?: boolean }): boolean {
    const frame = { type: 'append' as const, ...turn, base, offset: sent, ...more };
    const isOpen = tell({ ...frame, ...(!isStartedSent && { started }) });
    if (isOpen) isStartedSent = true;
    return isOpen;
  }

  function flush() {
    callOff?.();
    callOff = undefined;
    // Half of a character waits for the other half.
    const end = ending ? text.length : cutText(`${text} `, text.length).length;
    while (sent < end) {
      const piece = cutText(text.slice(sent, Math.min(end, sent + pieceLength + 1)), pieceLength);
      if (!append({ text: piece })) return;
      sent += piece.length;
      sentAt = now();
    }
    if (ending) append({ text: '', ended: ending });
  }

  return {
    text: () => text.slice(base),
    /** Says whom it asks: the first that is heard of it. */
    begin: () => append({ text: '' }),
    add(more: string) {
      text += more;
      const wait = sentAt + pause - now();
      if (wait <= 0) flush();
      else callOff ??= after(wait, flush);
    },
    thinking() {
      if (now() - thoughtAt < thinkingPause) return;
      thoughtAt = now();
      append({ text: '', is_thinking: true });
    },
    /** The server has so much of it. */
    acknowledged(length: number) {
      if (failure || spentSoFar) return;
      sent = Math.min(Math.max(base, length), text.length);
      // What it has nothing of, it has not heard the beginning of either.
      if (length <= base) isStartedSent = false;
      flush();
    },
    /** Says that it still answers; of what it has given up, what may have been lost with a connection. */
    heartbeat() {
      if (failure) tell({ type: 'failed', ...turn, because: failure });
      if (spentSoFar) tell({ type: 'spent', ...turn, spent: spentSoFar });
      if (!failure && !spentSoFar) tell({ type: 'heartbeat', ...turn });
    },
    end(spent: Spent) {
      ending = { length: text.length, spent };
      flush();
    },
    fail(because: TurnFailure) {
      if (ending) return;
      flush();
      failure = because;
      tell({ type: 'failed', ...turn, because });
    },
    spend(spent: Spent) {
      spentSoFar = spent;
      tell({ type: 'spent', ...turn, spent });
    },
    stop() {
      callOff?.();
      callOff = undefined;
    },
  };
}
export type Relay = ReturnType<typeof relay>;
