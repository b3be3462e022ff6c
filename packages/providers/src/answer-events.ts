import { beforeReply, heldPieces, type Sorting, sortMore } from '@polylogue/sync/reasoning';
import type { AnswerEvent, Ending, Usage } from './answer.ts';
import { type BodyMessage, TooLargeError } from './body.ts';
import { errorIn, type Failure, hasErrorText, ownFailure, providerFailure, shownBody } from './failure.ts';
import { parseJson } from './json.ts';
import type { AnswerPiece, Wire } from './wire.ts';

/** What is known of an answer so far, and the text held back until its end. */
export interface AnswerState {
  /** The provider has begun to answer. */
  hasResponse: boolean;
  hasText: boolean;
  hasReasoning: boolean;
  /** Characters of text and reasoning. */
  length: number;
  model: string;
  usage: Partial<Usage>;
  /** Usage of earlier requests, when the answer took several. */
  usageBefore: Partial<Usage>;
  sorting: Sorting;
  finish: { because: Ending; raw: string | null; says?: string } | null;
  failure: Failure | null;
  /** The last event in plain words: a keep-alive, or an error if nothing else came. */
  aside: string;
  /** The token to continue with when the answer is longer than one request. */
  continuation: string | null;
  /** The provider has finished: anything after that is ignored. */
  isOver: boolean;
}

/** Characters of one answer: a hundred books. A longer one is assumed never to end. */
export const maxAnswerLength = 64 * 1024 * 1024;

export const initialState = (wire: Wire): AnswerState => ({
  hasResponse: false,
  hasText: false,
  hasReasoning: false,
  length: 0,
  model: '',
  usage: {},
  usageBefore: {},
  sorting: wire.hasReasoningInText ? beforeReply : { at: 'past', held: '' },
  finish: null,
  failure: null,
  aside: '',
  continuation: null,
  isOver: false,
});

/** Prepares for the next request of the same answer. */
export function startNextRequest(state: AnswerState) {
  state.usageBefore = sum(state.usageBefore, state.usage);
  state.usage = {};
  state.finish = null;
  state.continuation = null;
  state.isOver = false;
}

function sum(before: Partial<Usage>, now: Partial<Usage>): Partial<Usage> {
  const total = { ...before };
  for (const [field, tokens] of Object.entries(now) as [keyof Usage, number][])
    total[field] = (total[field] ?? 0) + tokens;
  return total;
}

/** The events of the next messages, with text pieces as received. */
export function eventsOf(
  state: AnswerState,
  messages: BodyMessage[],
  wire: Wire,
  apiKey: string,
): AnswerEvent[] {
  const events: AnswerEvent[] = [];
  for (const message of messages) {
    for (const piece of piecesOf(message, wire, apiKey)) apply(state, piece, events);
    if (state.isOver) break;
  }
  return events;
}

/** The last events, once the stream is over; `broke` is what the network threw, if anything. */
export function finalEvents(state: AnswerState, broke: unknown, unreachable: () => Failure): AnswerEvent[] {
  const events: AnswerEvent[] = [];
  for (const piece of heldPieces(state.sorting)) apply(state, { ...piece, isSorted: true }, events);
  const { input = 0, output, ...rest } = sum(state.usageBefore, state.usage);
  if (output !== undefined) events.push({ type: 'usage', usage: { input, output, ...rest } });
  const failure = state.failure ?? failureOf(state, broke, unreachable);
  if (failure) events.push({ type: 'failed', failure });
  else if (state.finish) events.push(endedBy(state.finish));
  else events.push({ type: 'ended', because: 'cut-off', raw: null });
  return events;
}

function endedBy({ because, raw, says }: NonNullable<AnswerState['finish']>): AnswerEvent {
  return { type: 'ended', because, raw, ...(says && { says: says.slice(0, longestReason) }) };
}

/** UTF-16 code units. */
const longestReason = 500;

function failureOf(
  { finish, hasResponse, hasText, hasReasoning, aside }: AnswerState,
  broke: unknown,
  unreachable: () => Failure,
) {
  if (finish) {
    const isBlocked = finish.because === 'refused' || finish.because === 'filtered';
    return isBlocked && !hasText ? blocked(finish.raw, finish.says) : null;
  }
  if (broke instanceof TooLargeError)
    return ownFailure('bad-answer', 'Too much came at once to be an answer, so reading was stopped.');
  if (hasText || hasReasoning) return null;
  const failure = broke ? unreachable() : null;
  if (failure && (!hasResponse || failure.kind === 'offline')) return failure;
  return ownFailure('bad-answer', 'The answer broke off before its first word. Try again.', {
    retryable: true,
    ...(aside && { details: aside }),
  });
}

function blocked(raw: string | null, says?: string): Failure {
  const reason = raw ? ` (${raw})` : '';
  return ownFailure(
    'refused',
    says?.slice(0, longestReason) || `The provider blocked this question${reason}. Rephrase it.`,
  );
}

type PieceOrFailure =
  | (AnswerPiece & { isSorted?: boolean })
  | { type: 'failed'; failure: Failure }
  | { type: 'aside'; text: string };

function apply(state: AnswerState, piece: PieceOrFailure, events: AnswerEvent[]) {
  switch (piece.type) {
    case 'text':
      if (state.sorting.at === 'past' || piece.isSorted) return write(state, 'text', piece.text, events);
      return sort(state, piece.text, events);
    case 'reasoning':
      return write(state, 'reasoning', piece.text, events);
    case 'model':
      if (piece.model === state.model) return;
      events.push(piece);
      state.model = piece.model;
      return;
    case 'usage':
      state.usage = { ...state.usage, ...piece.usage };
      return;
    case 'finish':
      // A refusal stays one even if its last chunk says "stop", which is no reason for it.
      if (state.finish?.because !== 'refused') state.finish = piece;
      else if (piece.because !== 'done') state.finish = { ...state.finish, raw: piece.raw };
      return;
    case 'continue':
      state.continuation = piece.token;
      return;
    case 'broken':
      return fail(state, ownFailure(piece.kind, piece.says));
    case 'failed':
      return fail(state, piece.failure);
    case 'aside':
      state.aside = piece.text;
      return;
    case 'last':
      state.finish ??= { because: 'done', raw: null };
      state.isOver = true;
  }
}

function fail(state: AnswerState, failure: Failure) {
  state.failure ??= failure;
  state.isOver = true;
}

function sort(state: AnswerState, text: string, events: AnswerEvent[]) {
  const { sorting, pieces } = sortMore(state.sorting, text);
  state.sorting = sorting;
  for (const piece of pieces) apply(state, { ...piece, isSorted: true }, events);
}

function write(state: AnswerState, type: 'text' | 'reasoning', piece: string, events: AnswerEvent[]) {
  // Blank lines are not thoughts.
  const text = type === 'reasoning' && !state.hasReasoning ? piece.trimStart() : piece;
  if (text === '') return;
  if (type === 'text') state.hasText ||= text.trim() !== '';
  else state.hasReasoning = true;
  state.length += text.length;
  if (state.length > maxAnswerLength) fail(state, endless);
  events.push({ type, text });
}

function piecesOf(message: BodyMessage, wire: Wire, apiKey: string): PieceOrFailure[] {
  const { form, data, isTruncated, name } = message;
  if (form === 'page') return [failed(notAnAnswer(data, apiKey))];
  if (data.length < 16 && data.trim() === '[DONE]') return [{ type: 'last' }];
  const json = parseJson(data);
  if (json === undefined && form === 'event') {
    const isPlain = !/^\s*[{[]/.test(data);
    if (isPlain && name !== 'error') return [{ type: 'aside', text: shownBody(data, apiKey) }];
    // JSON truncated by the closing connection is ignored.
    if (isTruncated && !isPlain) return [];
    return [failed(name === 'error' ? providerFailure({ body: data }, apiKey) : unreadable(data, apiKey))];
  }
  if (json === undefined) return [failed(unreadable(data, apiKey))];
  const pieces = Array.isArray(json) ? json.flatMap((element) => wire.read(element)) : wire.read(json);
  if (name === 'error' || errorIn(json))
    return [...pieces.filter(isSpeech), failed(providerFailure({ body: data }, apiKey))];
  if (form === 'event') return pieces;
  // The parts of a stream in a list say themselves how they end.
  if (pieces.length > 0) return Array.isArray(json) ? pieces : [...pieces, { type: 'last' }];
  const failure = hasErrorText(json) ? providerFailure({ body: data }, apiKey) : unknownForm(data, apiKey);
  return [failed(failure)];
}

const endless = ownFailure(
  'bad-answer',
  'This answer did not end, and reading it was stopped after 64 million characters.',
);

const failed = (failure: Failure): PieceOrFailure => ({ type: 'failed', failure });

const isSpeech = ({ type }: AnswerPiece) => type === 'text' || type === 'reasoning' || type === 'model';

const notAnAnswer = (data: string, apiKey: string) =>
  ownFailure('bad-answer', 'A web page came instead of an answer. Check the API Endpoint in settings.', {
    details: shownBody(data, apiKey),
  });

const unreadable = (data: string, apiKey: string) =>
  ownFailure('bad-answer', 'A part of the answer arrived garbled. Try again.', {
    details: shownBody(data, apiKey),
    retryable: true,
  });

const unknownForm = (data: string, apiKey: string) =>
  ownFailure(
    'bad-answer',
    'The response is not in this provider’s format. Check the API Endpoint and the provider in settings.',
    { details: shownBody(data, apiKey) },
  );
