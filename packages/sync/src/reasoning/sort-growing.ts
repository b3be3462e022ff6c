import { answerMarkers, longestMarker, type Marker, markers } from './markers.ts';

/** A piece of a reply. */
export interface ReplyPiece {
  type: 'text' | 'reasoning';
  text: string;
}

/**
 * The position in a growing text: before its first word, inside the reasoning, between that and the answer, inside an
 * answer that has a marker at its end, or past all markers. `held` may turn out to be part of a marker.
 */
export type Sorting =
  | { at: 'start' | 'past'; held: string }
  | { at: 'inside'; held: string; marker: Marker }
  | { at: 'between'; held: string; ending: string | null }
  | { at: 'answer'; held: string; ending: string };

export const beforeReply: Sorting = { at: 'start', held: '' };
export const betweenParts = { at: 'between', held: '', ending: null } as const satisfies Sorting;
const past: Sorting = { at: 'past', held: '' };

const sortable = markers.filter(({ isWords }) => !isWords);

/** Sorts the next piece of a text into reasoning and text. The markers are dropped. */
export function sortMore(sorting: Sorting, more: string): { sorting: Sorting; pieces: ReplyPiece[] } {
  const pieces: ReplyPiece[] = [];
  let here = sorting;
  let rest: string | null = sorting.held + more;
  while (rest !== null) {
    const step: Step = stepFrom(here, rest);
    if (step.piece && step.piece.text !== '') pieces.push(step.piece);
    here = step.sorting;
    rest = step.rest ?? null;
  }
  return { sorting: here, pieces };
}

/** What is still held back when the text is over. */
export const heldPieces = ({ at, held }: Sorting): ReplyPiece[] =>
  held ? [{ type: at === 'inside' ? 'reasoning' : 'text', text: held }] : [];

/** `rest`: what is to be sorted from there; absent if nothing is left. */
interface Step {
  sorting: Sorting;
  piece?: ReplyPiece;
  rest?: string;
}

function stepFrom(sorting: Sorting, text: string): Step {
  switch (sorting.at) {
    case 'past':
      return { sorting, piece: { type: 'text', text } };
    case 'start':
      return fromStart(text);
    case 'between':
      return fromBetween(text, sorting.ending);
    case 'inside':
      return until(sorting.marker.closing, text, 'reasoning', sorting, betweenParts);
    case 'answer':
      return until(sorting.ending, text, 'text', sorting, past);
  }
}

function fromStart(text: string): Step {
  const begun = text.trimStart();
  if (text.length - begun.length > longestMarker) return { sorting: past, rest: text };
  const marker = openedBy(sortable, begun);
  if (marker)
    return { sorting: { at: 'inside', held: '', marker }, rest: begun.slice(marker.opening.length) };
  return mayBegin(sortable, begun) ? { sorting: { at: 'start', held: text } } : { sorting: past, rest: text };
}

/** After one stretch of reasoning another may follow, or a marker before the answer. Blank lines between them are dropped. */
function fromBetween(text: string, ending: string | null): Step {
  const begun = text.trimStart();
  const marker = openedBy(sortable, begun);
  if (marker)
    return {
      sorting: { at: 'inside', held: '', marker },
      piece: { type: 'reasoning', text: '\n\n' },
      rest: begun.slice(marker.opening.length),
    };
  const answer = openedBy(answerMarkers, begun);
  if (answer)
    return { sorting: { ...betweenParts, ending: answer.closing }, rest: begun.slice(answer.opening.length) };
  if (mayBegin(sortable, begun) || mayBegin(answerMarkers, begun))
    return { sorting: { at: 'between', held: begun, ending } };
  return { sorting: ending === null ? past : { at: 'answer', held: '', ending }, rest: begun };
}

const openedBy = <Pair extends { opening: string }>(among: readonly Pair[], begun: string) =>
  among.find(({ opening }) => begun.startsWith(opening));

const mayBegin = (among: readonly { opening: string }[], begun: string) =>
  among.some(({ opening }) => opening.startsWith(begun));

function until(marker: string, text: string, type: ReplyPiece['type'], here: Sorting, after: Sorting): Step {
  const end = text.indexOf(marker);
  if (end >= 0)
    return {
      sorting: after,
      piece: { type, text: text.slice(0, end) },
      rest: text.slice(end + marker.length),
    };
  const held = heldBack(text, marker);
  const piece = { type, text: text.slice(0, text.length - held.length) };
  return { sorting: { ...here, held }, piece };
}

/** The end of a text that may be the start of this marker. */
function heldBack(text: string, marker: string): string {
  for (let length = Math.min(marker.length - 1, text.length); length > 0; length--) {
    const end = text.slice(-length);
    if (marker.startsWith(end)) return end;
  }
  return '';
}
