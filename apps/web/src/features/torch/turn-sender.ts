import { cutText } from '@polylogue/sync';
import type { EarlyEnding, Spent, Started, TurnFailure } from '@polylogue/sync/turns';
import type { SentFrame } from '../../api/live-frames.ts';

export interface TurnSenderNeeds {
  /** Returns whether the socket was open. */
  send(frame: SentFrame): boolean;
  /** Milliseconds on any clock. */
  now(): number;
  after(ms: number, work: () => void): () => void;
  /** How many turns this browser answers at the same time, over one socket. */
  turns(): number;
}

interface TurnKey {
  feed: string;
  turn_id: string;
  epoch: number;
}

/** Milliseconds between two pieces of all turns, and between two signs that a model is thinking. */
const pause = 40;
const thinkingPause = 1_000;
/** Pieces that are sent at once when there is much to send; the next ones then wait for as many pauses. */
const piecesAtOnce = 4;
/** UTF-16 code units of one piece. */
const pieceLength = 4_096;

/**
 * Sends an answer to the server as it comes, and again from wherever the server has lost it. A piece leaves when text
 * arrives, if the last one left long enough ago: the timers of hidden tabs are slow.
 * @param before the text that this answer continues; its length is the base
 */
export function turnSender(
  { send, now, after, turns }: TurnSenderNeeds,
  turn: TurnKey,
  before: string,
  started: Started,
) {
  const base = before.length;
  let text = before;
  /** How much of the text was sent. */
  let sent = base;
  let isStartedSent = false;
  let ending: { length: number; spent: Spent; because?: EarlyEnding } | undefined;
  /** Why it was abandoned, and the cost of a turn without an end. */
  let failure: TurnFailure | undefined;
  let spentSoFar: Spent | undefined;
  let nextAt = Number.NEGATIVE_INFINITY;
  let thoughtAt = Number.NEGATIVE_INFINITY;
  let callOff: (() => void) | undefined;

  function append(more: { text: string; ended?: typeof ending; is_thinking?: boolean }): boolean {
    const frame = { type: 'append' as const, ...turn, base, offset: sent, ...more };
    const isOpen = send({ ...frame, ...(!isStartedSent && { started }) });
    if (isOpen) isStartedSent = true;
    return isOpen;
  }

  function flush() {
    callOff?.();
    callOff = undefined;
    // Half of a surrogate pair waits for the other half.
    const end = ending ? text.length : cutText(`${text} `, text.length).length;
    let pieces = 0;
    for (; sent < end && pieces < piecesAtOnce; pieces++) {
      const piece = cutText(text.slice(sent, Math.min(end, sent + pieceLength + 1)), pieceLength);
      if (!append({ text: piece })) return;
      sent += piece.length;
    }
    if (pieces > 0) nextAt = now() + pieces * pause * Math.max(1, turns());
    if (sent < end) flushInTime();
    else if (ending) append({ text: '', ended: ending });
  }

  /** A server that gets more than it allows closes the socket. */
  function flushInTime() {
    const wait = nextAt - now();
    if (wait <= 0) flush();
    else callOff ??= after(wait, flush);
  }

  return {
    text: () => text.slice(base),
    /** Sends `started`, before any text. */
    begin: () => append({ text: '' }),
    add(more: string) {
      text += more;
      flushInTime();
    },
    thinking() {
      if (now() - thoughtAt < thinkingPause) return;
      thoughtAt = now();
      append({ text: '', is_thinking: true });
    },
    /** The server has this much of the text; what follows is sent again. */
    acknowledged(length: number) {
      if (failure || spentSoFar) return;
      sent = Math.min(Math.max(base, length), text.length);
      // A server without any text has not received `started` either.
      if (length <= base) isStartedSent = false;
      flushInTime();
    },
    /** Tells the server that this turn goes on; if not, repeats what may have been lost with a connection. */
    heartbeat() {
      if (failure) send({ type: 'failed', ...turn, because: failure });
      if (spentSoFar) send({ type: 'spent', ...turn, spent: spentSoFar });
      if (!failure && !spentSoFar) send({ type: 'heartbeat', ...turn });
    },
    end(spent: Spent, because: EarlyEnding | null = null) {
      ending = { length: text.length, spent, ...(because && { because }) };
      flush();
    },
    fail(because: TurnFailure) {
      if (ending) return;
      flush();
      failure = because;
      send({ type: 'failed', ...turn, because });
    },
    spend(spent: Spent) {
      spentSoFar = spent;
      send({ type: 'spent', ...turn, spent });
    },
    stop() {
      callOff?.();
      callOff = undefined;
    },
  };
}
export type TurnSender = ReturnType<typeof turnSender>;
