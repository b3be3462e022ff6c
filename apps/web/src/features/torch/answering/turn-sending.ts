import { cutText } from '@polylogue/sync';
import type { EarlyEnding, Spent, Started, TurnFailure } from '@polylogue/sync/turns';
import type { SentFrame } from '../../../api/live-frames.ts';

export interface TurnKey {
  feed: string;
  turn_id: string;
  epoch: number;
}

/** An answer on its way to the server. */
export interface Sending {
  turn: TurnKey;
  started: Started;
  /** The length of the text that this answer continues. */
  base: number;
  /** The whole text. */
  text: string;
  /** How much of the text was sent. */
  sent: number;
  isStartedSent: boolean;
  ending: { length: number; spent: Spent; because?: EarlyEnding } | null;
  /** Why it was abandoned, and the cost of a turn without an end. */
  failure: { because: TurnFailure; retry_in?: number } | null;
  spentSoFar: Spent | null;
  /** When the next piece, and the next sign that a model is thinking, may be sent. */
  nextAt: number;
  thinkAt: number;
}

export type SendingEvent =
  /** Sends `started`, before any text. */
  | { type: 'begun' }
  | { type: 'text-added'; text: string }
  | { type: 'thought' }
  /** The server has this much of the text; what follows is sent again. */
  | { type: 'acknowledged'; length: number }
  /** The server wants to know whether the turn goes on; if not, what may have been lost with a connection is repeated. */
  | { type: 'asked' }
  | { type: 'ended'; spent: Spent; because: EarlyEnding | null }
  /** In so many milliseconds it may succeed. */
  | { type: 'failed'; because: TurnFailure; retry_in?: number | undefined }
  | { type: 'spent'; spent: Spent }
  | { type: 'time-passed' }
  /** The socket was closed when a piece should have left. */
  | { type: 'unsent'; piece: Appended };

type Appended = Extract<SentFrame, { type: 'append' }>;

/** In order; nothing after a piece that could not be sent is done. */
type SendingEffect =
  | { do: 'send'; frame: SentFrame }
  /** Tells of time passed in so many milliseconds, unless it will be told already. */
  | { do: 'wait'; ms: number }
  | { do: 'call-off' };

export interface AfterSending {
  sending: Sending;
  effects: SendingEffect[];
}

/** Milliseconds between two pieces of all turns, and between two signs that a model is thinking. */
const pause = 40;
const thinkingPause = 1_000;
/** Pieces that are sent at once when there is much to send; the next ones then wait for as many pauses. */
const piecesAtOnce = 4;
/** UTF-16 code units of one piece. */
const pieceLength = 4_096;

/** @param before the text that this answer continues */
export const newSending = (turn: TurnKey, before: string, started: Started): Sending => ({
  turn,
  started,
  base: before.length,
  text: before,
  sent: before.length,
  isStartedSent: false,
  ending: null,
  failure: null,
  spentSoFar: null,
  nextAt: Number.NEGATIVE_INFINITY,
  thinkAt: Number.NEGATIVE_INFINITY,
});

/**
 * What becomes of an answer on its way. A piece leaves when text arrives, if the last one left long enough ago: the
 * timers of hidden tabs are slow.
 * @param now milliseconds on any clock
 * @param turns how many are answered at the same time over one socket
 */
export function advanceSending(
  sending: Sending,
  event: SendingEvent,
  now: number,
  turns: number,
): AfterSending {
  const { turn, ending, failure, spentSoFar, base, text } = sending;
  const told = (...frames: SentFrame[]): SendingEffect[] => frames.map((frame) => ({ do: 'send', frame }));
  switch (event.type) {
    case 'begun':
      return appended(sending, { text: '' });
    case 'text-added':
      return flushedInTime({ ...sending, text: text + event.text }, now, turns);
    case 'thought':
      if (now < sending.thinkAt) return { sending, effects: [] };
      return appended({ ...sending, thinkAt: now + thinkingPause }, { text: '', is_thinking: true });
    case 'acknowledged': {
      if (failure || spentSoFar) return { sending, effects: [] };
      const sent = Math.min(Math.max(base, event.length), text.length);
      // A server without any text has not received `started` either.
      const isStartedSent = sending.isStartedSent && event.length > base;
      return flushedInTime({ ...sending, sent, isStartedSent }, now, turns);
    }
    case 'asked': {
      const failed = failure && { type: 'failed' as const, ...turn, ...failure };
      const spent = spentSoFar && { type: 'spent' as const, ...turn, spent: spentSoFar };
      if (!failed && !spent) return { sending, effects: told({ type: 'heartbeat', ...turn }) };
      return { sending, effects: [...(failed ? told(failed) : []), ...(spent ? told(spent) : [])] };
    }
    case 'ended': {
      const { spent, because } = event;
      const ending = { length: text.length, spent, ...(because && { because }) };
      return flushed({ ...sending, ending }, now, turns);
    }
    case 'failed': {
      if (ending) return { sending, effects: [] };
      const last = flushed(sending, now, turns);
      const { because, retry_in } = event;
      const failure = { because, ...(retry_in !== undefined && { retry_in }) };
      return {
        sending: { ...last.sending, failure },
        effects: [...last.effects, ...told({ type: 'failed', ...turn, ...failure })],
      };
    }
    case 'spent': {
      const { spent } = event;
      return { sending: { ...sending, spentSoFar: spent }, effects: told({ type: 'spent', ...turn, spent }) };
    }
    case 'time-passed':
      return flushed(sending, now, turns);
    case 'unsent': {
      const { offset, started } = event.piece;
      return { sending: { ...sending, sent: offset, ...(started && { isStartedSent: false }) }, effects: [] };
    }
  }
}

function appended(
  sending: Sending,
  more: { text: string; ended?: NonNullable<Sending['ending']>; is_thinking?: boolean },
): AfterSending {
  const { turn, base, sent: offset, isStartedSent, started } = sending;
  const frame = { type: 'append' as const, ...turn, base, offset, ...more };
  return {
    sending: { ...sending, sent: offset + more.text.length, isStartedSent: true },
    effects: [{ do: 'send', frame: { ...frame, ...(!isStartedSent && { started }) } }],
  };
}

function flushed(before: Sending, now: number, turns: number): AfterSending {
  const { text, ending } = before;
  // Half of a surrogate pair waits for the other half.
  const end = ending ? text.length : cutText(`${text} `, text.length).length;
  const effects: SendingEffect[] = [{ do: 'call-off' }];
  let sending = before;
  let pieces = 0;
  function append(more: Parameters<typeof appended>[1]) {
    const after = appended(sending, more);
    sending = after.sending;
    effects.push(...after.effects);
  }
  for (; sending.sent < end && pieces < piecesAtOnce; pieces++) {
    const rest = text.slice(sending.sent, Math.min(end, sending.sent + pieceLength + 1));
    append({ text: cutText(rest, pieceLength) });
  }
  if (pieces > 0) sending = { ...sending, nextAt: now + pieces * pause * Math.max(1, turns) };
  if (sending.sent < end) effects.push({ do: 'wait', ms: sending.nextAt - now });
  else if (ending) append({ text: '', ended: ending });
  return { sending, effects };
}

/** A server that gets more than it allows closes the socket. */
function flushedInTime(sending: Sending, now: number, turns: number): AfterSending {
  const ms = sending.nextAt - now;
  return ms <= 0 ? flushed(sending, now, turns) : { sending, effects: [{ do: 'wait', ms }] };
}
