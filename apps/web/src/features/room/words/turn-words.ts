import type { Turn } from '@polylogue/contract';
import { type SegmentEnding, type TurnEnding, turnLimits } from '@polylogue/sync/turns';
import { shortTime } from '../../../lib/text/time.ts';
import type { Names } from '../engine/names.ts';
import type { Presence } from '../engine/presence.ts';
import { askedWhom } from './asked-whom.ts';
import { declineWords } from './decline-words.ts';
import { type PlaceInLine, placeWords } from './queue.ts';

type Segment = Turn['segments'][number];

/** What is known besides the turn itself. */
export interface TurnContext {
  names: Names;
  hasText: boolean;
  /** Its place among the questions that wait while another is answered; null: none is. */
  place: PlaceInLine | null;
  /** Somebody here lends for what nobody asked, or it was asked. */
  isLent: boolean;
  /** The reader asked. */
  isAsker: boolean;
  /** Milliseconds since 1970, by the server's clock. */
  now: number;
}

/** Why a browser no longer has a turn, after “Ada’s browser”. */
const segmentEndings: Record<SegmentEnding, string> = {
  ended: 'finished the answer',
  length: 'reached the length limit of its answer',
  paused: 'got only part of an answer from its provider',
  tool: 'was asked for a tool that it does not have',
  declined: 'did not take it',
  lapsed: 'did not respond in time',
  gone: 'lost its connection',
  silent: 'sent nothing for a minute',
  stopped: 'was told to stop',
  'out-of-time': 'ran out of time',
  'too-long': 'reached the length limit',
  key: 'could not use its key',
  credit: 'has no credit left with its provider',
  model: 'has a key that is not for this model',
  limit: 'reached a limit of its provider',
  network: 'could not reach its provider',
  provider: 'got an error from its provider',
  refused: 'was refused an answer by its provider',
  // Its page was left, or what it lent was changed or ended.
  closing: 'stopped answering',
};

/** The same of one that a newer server may know. */
export const segmentEndingWords = (because: string): string =>
  (segmentEndings as Record<string, string | undefined>)[because] ?? 'no longer has it';

const minutes = turnLimits.running / 60_000;

/** Why a turn ended without a complete answer. */
function endingWords(because: string | null, hasText: boolean): string {
  const words: Record<TurnEnding, string> = {
    stopped: hasText ? 'The answer was stopped.' : 'Stopped before an answer came.',
    withdrawn: 'The question was withdrawn.',
    refused: hasText
      ? 'The provider declined to go on. Rephrase the question and ask again.'
      : 'The provider declined to answer. Rephrase the question and ask again.',
    'too-many-epochs': `It was tried ${turnLimits.epochs} times, and no browser could finish it.`,
    'out-of-time': `The answer took longer than ${minutes} minutes, and was stopped.`,
    'too-long': 'The answer reached the length limit.',
    'nobody-came': 'No key was available within a day.',
  };
  return (words as Record<string, string | undefined>)[because ?? ''] ?? 'The answer failed.';
}

/** How far a turn has come, as a sentence; null where its text says enough. */
export function turnWords(turn: Turn, context: TurnContext): string | null {
  const { names, hasText } = context;
  switch (turn.state) {
    case 'waiting':
      return waitingWords(turn, context);
    case 'offered':
      return `Asking ${names.whose(turn.holder_id)} browser`;
    case 'running':
      return hasText ? null : `${names.sentence(names.whose(turn.holder_id))} model is thinking`;
    case 'done':
      return doneWords(turn.segments.at(-1)?.because, hasText);
    case 'failed':
    case 'stopped':
    case 'expired':
      return endingWords(turn.because, hasText);
    // A newer server may know more states.
    default:
      return hasText ? null : 'Reload this page to see how far the answer is.';
  }
}

/** Whether what nobody asked is answered here: for its author, another device of theirs may. */
export const isLentForAll = (
  { lent, forSelf }: Pick<Presence, 'lent' | 'forSelf'>,
  isAsker: boolean,
): boolean =>
  Object.values(lent).some(({ every_message }) => every_message) ||
  (isAsker && forSelf?.every_message === true);

function waitingWords(turn: Turn, { names, place, isLent, isAsker, now }: TurnContext): string {
  if (place !== null) return placeWords(place);
  const last = turn.segments.at(-1);
  const who = turn.is_automatic ? 'whose key is lent for every message' : 'with a key';
  if (!last) return isLent ? `Waiting for someone ${who}` : 'Nobody here lends a key for every message';
  if (last.because === 'lapsed' && !last.started)
    return `${names.sentence(names.whose(last.holder_id))} browser does not respond. Waiting until it does, or for someone else ${who}`;
  const before = names.sentence(lossWords(last, names, now, isAsker));
  const retry = retryOf(turn, now);
  if (!retry) return `${before}. Waiting for someone else ${who}`;
  const seconds = Math.ceil((retry.until - now) / 1_000);
  const again = `${before}. Asking ${names.whose(retry.holder_id)} browser again`;
  return seconds > 0 ? `${again} in ${seconds} s` : `${again}…`;
}

/** How long a retry may take to begin (milliseconds); its lender may also have left. */
const lateness = 5_000;

/** Who of those that could not answer is asked again next by itself, and when (milliseconds since 1970); null: no one is. */
export function retryOf({ state, segments }: Turn, now: number) {
  if (state !== 'waiting') return null;
  const due = segments.flatMap(({ epoch, holder_id, is_retried, until = 0 }) => {
    const wasAsked = segments.some((other) => other.holder_id === holder_id && other.epoch > epoch);
    return is_retried && !wasAsked && now < until + lateness ? [{ holder_id, until }] : [];
  });
  return due.sort((one, other) => one.until - other.until)[0] ?? null;
}

/** Why an answer is shorter than it should be; null: it is complete. */
function doneWords(because: string | null | undefined, hasText: boolean): string | null {
  switch (because) {
    case 'length':
      return hasText
        ? 'This answer reached its length limit.'
        : 'The model reached its length limit before it wrote anything. Ask for less at once.';
    case 'paused':
      return hasText
        ? 'The model paused before it was done.'
        : 'The model paused before it wrote anything. Ask again.';
    case 'tool':
      return 'The model asked for a tool, and a space has none. Ask it to answer without tools.';
    default:
      return hasText ? null : 'The answer came back empty.';
  }
}

/** That another browser has taken over a turn, or the same one once more, from whom, and why. */
export function failoverWords(turn: Turn, names: Names): string | null {
  if (turn.state !== 'running') return null;
  const before = turn.segments.slice(0, -1).findLast(({ started }) => started !== null);
  if (!before) return null;
  const how =
    before.holder_id === turn.holder_id ? 'Asked again' : `Passed on to ${names.someone(turn.holder_id)}`;
  return `${how}: ${lossWords(before, names, 0)}`;
}

/** Why a browser no longer has a turn, and until when it could not go on with it, as far as that is known. */
export function lossWords(segment: Segment, names: Names, now: number, isAsker = true): string {
  const { holder_id, because, declined, until = 0, is_retried } = segment;
  const words =
    because === 'declined' && declined !== undefined
      ? declineWords(declined, holder_id, names, isAsker)
      : browserWords(segment, names);
  // An error has no end, though its browser is not asked again before that.
  const lasts = because === 'limit' || because === 'declined';
  return lasts && until > now && now > 0 && !is_retried
    ? `${words}, until ${shortTime(new Date(until))}`
    : words;
}

function browserWords({ holder_id, because, started }: Segment, names: Names): string {
  const whose = names.whose(holder_id);
  switch (started && because) {
    case 'key':
      return `${whose} key was refused by ${askedWhom(started)}`;
    case 'credit':
      return `${whose} account at ${askedWhom(started)} is out of credit`;
    case 'model':
      return `${askedWhom(started)} has no ${started?.model} for ${whose} key`;
    default:
      return `${whose} browser ${segmentEndingWords(because ?? '')}`;
  }
}
