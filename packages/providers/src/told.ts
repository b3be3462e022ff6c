import type { AnswerEvent, Ending, Usage } from './answer.ts';
import { type Message, TooMuchAtOnce } from './body.ts';
import { complains, complaintFailure, detailsOf, errorIn, type Failure, ownFailure } from './failure.ts';
import { beforeThinking, released, sorted, type Thinking } from './inline-thinking.ts';
import { parsed } from './json.ts';
import type { Piece, Wire } from './wire.ts';

/** What has been told of an answer so far, and what waits for its end. */
export interface Told {
  hasText: boolean;
  hasReasoning: boolean;
  /** Characters of text and reasoning. */
  length: number;
  model: string;
  usage: Partial<Usage>;
  /** Of the requests before this one, when the answer took several. */
  usageBefore: Partial<Usage>;
  thinking: Thinking;
  finish: { because: Ending; raw: string | null; says?: string } | null;
  failure: Failure | null;
  /** Where to go on when the answer is longer than one request. */
  continuation: string | null;
  /** The provider said its last word: what still comes is not for us. */
  isOver: boolean;
}

/** Characters of one answer: a hundred books. Who says more will not stop. */
export const longestAnswer = 64 * 1024 * 1024;

export const nothingTold = (wire: Wire): Told => ({
  hasText: false,
  hasReasoning: false,
  length: 0,
  model: '',
  usage: {},
  usageBefore: {},
  thinking: wire.thinksInText ? beforeThinking : { at: 'past', held: '' },
  finish: null,
  failure: null,
  continuation: null,
  isOver: false,
});

/** Ready for the next request of the same answer. */
export function beginAgain(told: Told) {
  told.usageBefore = sum(told.usageBefore, told.usage);
  told.usage = {};
  told.finish = null;
  told.continuation = null;
  told.isOver = false;
}

function sum(before: Partial<Usage>, now: Partial<Usage>): Partial<Usage> {
  const total = { ...before };
  for (const [field, tokens] of Object.entries(now) as [keyof Usage, number][])
    total[field] = (total[field] ?? 0) + tokens;
  return total;
}

/** What the next messages tell, each text as it came. */
export function tell(told: Told, messages: Message[], wire: Wire, apiKey: string): AnswerEvent[] {
  const events: AnswerEvent[] = [];
  for (const message of messages) {
    for (const piece of piecesOf(message, wire, apiKey)) hear(told, piece, events);
    if (told.isOver) break;
  }
  return events;
}

/** How it ended, once nothing more comes; `broke` is what the network threw, if it did. */
export function conclude(told: Told, broke: unknown, unreachable: () => Failure): AnswerEvent[] {
  const events: AnswerEvent[] = [];
  for (const piece of released(told.thinking)) hear(told, { ...piece, isSorted: true }, events);
  const { input = 0, output, ...rest } = sum(told.usageBefore, told.usage);
  if (output !== undefined) events.push({ type: 'usage', usage: { input, output, ...rest } });
  const failure = told.failure ?? failureOf(told, broke, unreachable);
  if (failure) events.push({ type: 'failed', failure });
  else if (told.finish) events.push({ type: 'ended', because: told.finish.because, raw: told.finish.raw });
  else events.push({ type: 'ended', because: 'cut-off', raw: null });
  return events;
}

function failureOf({ finish, hasText, hasReasoning }: Told, broke: unknown, unreachable: () => Failure) {
  if (finish) {
    const isBlocked = finish.because === 'refused' || finish.because === 'filtered';
    return isBlocked && !hasText ? blocked(finish.raw, finish.says) : null;
  }
  if (broke instanceof TooMuchAtOnce)
    return ownFailure('bad-answer', 'More came at once than any answer holds, and reading was stopped.');
  if (hasText || hasReasoning) return null;
  if (broke) return unreachable();
  return ownFailure('bad-answer', 'The answer broke off before its first word. Try again.', {
    retryable: true,
  });
}

function blocked(raw: string | null, says?: string): Failure {
  const reason = raw ? ` (${raw})` : '';
  return ownFailure('refused', says || `The provider blocked this question${reason}. Put it in other words.`);
}

type Heard = (Piece & { isSorted?: boolean }) | { type: 'failed'; failure: Failure };

function hear(told: Told, piece: Heard, events: AnswerEvent[]) {
  switch (piece.type) {
    case 'text':
      if (told.thinking.at === 'past' || piece.isSorted) return write(told, 'text', piece.text, events);
      return sort(told, piece.text, events);
    case 'reasoning':
      return write(told, 'reasoning', piece.text, events);
    case 'model':
      if (piece.model === told.model) return;
      events.push(piece);
      told.model = piece.model;
      return;
    case 'usage':
      told.usage = { ...told.usage, ...piece.usage };
      return;
    case 'finish':
      // A refusal stays one, though its last chunk says "stop".
      told.finish = told.finish?.because === 'refused' ? { ...told.finish, raw: piece.raw } : piece;
      return;
    case 'continue':
      told.continuation = piece.token;
      return;
    case 'broken':
      return fail(told, ownFailure(piece.kind, piece.says));
    case 'failed':
      return fail(told, piece.failure);
    case 'last':
      told.finish ??= { because: 'done', raw: null };
      told.isOver = true;
  }
}

function fail(told: Told, failure: Failure) {
  told.failure ??= failure;
  told.isOver = true;
}

function sort(told: Told, text: string, events: AnswerEvent[]) {
  const { thinking, pieces } = sorted(told.thinking, text);
  told.thinking = thinking;
  for (const piece of pieces) hear(told, { ...piece, isSorted: true }, events);
}

function write(told: Told, type: 'text' | 'reasoning', text: string, events: AnswerEvent[]) {
  if (type === 'text') told.hasText ||= text.trim() !== '';
  else told.hasReasoning = true;
  told.length += text.length;
  if (told.length > longestAnswer) fail(told, endless);
  events.push({ type, text });
}

function piecesOf(message: Message, wire: Wire, apiKey: string): Heard[] {
  const { form, data, isTorn, name } = message;
  if (form === 'page') return [failed(notAnAnswer(data, apiKey))];
  if (data.length < 16 && data.trim() === '[DONE]') return [{ type: 'last' }];
  const json = parsed(data);
  if (json === undefined && form === 'event') {
    // An event cut by the closing connection says nothing; one that is no JSON at all is a keep-alive.
    if (isTorn) return [];
    if (name === 'error') return [failed(complaintFailure({ body: data }, apiKey))];
    return /^\s*[{[]/.test(data) ? [failed(unreadable(data, apiKey))] : [];
  }
  if (json === undefined) return [failed(unreadable(data, apiKey))];
  const pieces = Array.isArray(json) ? json.flatMap((element) => wire.read(element)) : wire.read(json);
  if (name === 'error' || errorIn(json))
    return [...pieces.filter(isSpeech), failed(complaintFailure({ body: data }, apiKey))];
  if (form === 'event') return pieces;
  if (pieces.length > 0) return [...pieces, { type: 'last' }];
  const failure = complains(json) ? complaintFailure({ body: data }, apiKey) : unknownForm(data, apiKey);
  return [failed(failure)];
}

const endless = ownFailure(
  'bad-answer',
  'This answer did not end, and reading it was stopped after 64 million characters.',
);

const failed = (failure: Failure): Heard => ({ type: 'failed', failure });

const isSpeech = ({ type }: Piece) => type === 'text' || type === 'reasoning' || type === 'model';

const notAnAnswer = (data: string, apiKey: string) =>
  ownFailure('bad-answer', 'A web page came instead of an answer. Check the API Endpoint in settings.', {
    details: detailsOf(data, apiKey),
  });

const unreadable = (data: string, apiKey: string) =>
  ownFailure('bad-answer', 'A part of the answer arrived garbled. Try again.', {
    details: detailsOf(data, apiKey),
    retryable: true,
  });

const unknownForm = (data: string, apiKey: string) =>
  ownFailure(
    'bad-answer',
    'What came is not an answer in this provider’s form. Check the API Endpoint and the provider in settings.',
    { details: detailsOf(data, apiKey) },
  );
