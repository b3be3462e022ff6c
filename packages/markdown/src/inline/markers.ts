import {
  characterAt,
  characterBefore,
  isOpening,
  isPunctuation,
  isSpace,
  isWithoutSpaces,
  letterBefore,
} from './character.ts';
import { runAt } from './code-span.ts';
import { type Marked, type Piece, textPiece } from './piece.ts';

/** Neighbouring markers of one kind, which may begin or end emphasis. */
export interface Markers {
  kind: 'markers';
  marker: '*' | '_' | '~';
  /** Their position and number. */
  start: number;
  length: number;
  canOpen: boolean;
  canClose: boolean;
}

/** The markers at a place of a text, as CommonMark says what they can do. Only `~~` strikes: one tilde is "about". */
export function markersAt(text: string, start: number): Markers {
  const marker = text.charAt(start) as Markers['marker'];
  const end = start + runAt(text, start, marker).length;
  const before = characterBefore(text, start);
  const after = characterAt(text, end);
  const isSpaceBefore = isSpace(before);
  const isSpaceAfter = isSpace(after);
  const isSignBefore = !isSpaceBefore && isPunctuation(before);
  const isSignAfter = !isSpaceAfter && isPunctuation(after);
  // Scripts without spaces between words have none around emphasis either.
  const isSentenceEnd = isSignBefore && endsWords(text, start, before);
  const isQuoteBegin = isSignAfter && beginsWords(text, end, after);
  const isLeft =
    !isSpaceAfter &&
    (!isSignAfter ||
      isSpaceBefore ||
      isSignBefore ||
      isQuoteBegin ||
      isWithoutSpaces(letterBefore(text, start)));
  const isRight =
    !isSpaceBefore &&
    (!isSignBefore || isSpaceAfter || isSignAfter || isSentenceEnd || isWithoutSpaces(after));
  const isInWord = marker === '_' && isLeft && isRight;
  const isMarker = marker !== '~' || end - start === 2;
  return {
    kind: 'markers',
    marker,
    start,
    length: end - start,
    canOpen: isMarker && isLeft && (!isInWord || isSignBefore || isQuoteBegin),
    canClose: isMarker && isRight && (!isInWord || isSignAfter || isSentenceEnd),
  };
}

/** Signs that may be repeated, as `……` is. */
const repeated = 4;

/** Whether a sign before markers ends words without spaces: it is one of theirs, or directly behind them. */
function endsWords(text: string, index: number, sign: string): boolean {
  if (isOpening(sign)) return false;
  let before = index;
  while (index - before < repeated && text.startsWith(sign, before - sign.length)) before -= sign.length;
  return isWithoutSpaces(sign) || isWithoutSpaces(letterBefore(text, before));
}

/** Whether a sign behind markers opens such words: a bracket or quote of theirs, or directly before them. */
function beginsWords(text: string, index: number, sign: string): boolean {
  return (
    isOpening(sign) && (isWithoutSpaces(sign) || isWithoutSpaces(characterAt(text, index + sign.length)))
  );
}

/** Markers that wait for their end, and what has come since. */
interface Opened {
  markers: Markers;
  /** How many of them are left. */
  left: number;
  content: Piece[];
}

/**
 * Finds which markers belong together: the nearest that fit, and what is between them is inside. Whatever the markers
 * are, the work grows with their number alone.
 */
export function withEmphasis(pieces: readonly (Piece | Markers)[]): Piece[] {
  const outside: Piece[] = [];
  const opened: Opened[] = [];
  /** How many of the opened ones were looked through in vain, for each kind of end. */
  const inVain: number[] = Array(kindsOfEnd).fill(0);
  const content = () => opened.at(-1)?.content ?? outside;

  /** The markers opened last turned out to be plain characters. */
  function dissolve(down: number) {
    if (opened.length === down) return;
    const left = opened.splice(down);
    const into = content();
    for (const { markers, left: count, content } of left) {
      into.push(textPiece(markers.marker.repeat(count)));
      for (const piece of content) into.push(piece);
    }
    shorten();
  }
  function shorten() {
    for (let kind = 0; kind < kindsOfEnd; kind++)
      inVain[kind] = Math.min(inVain[kind] as number, opened.length);
  }

  function openerOf(closer: Markers): number {
    const kind = kindOfEnd(closer);
    for (let index = opened.length - 1; index >= (inVain[kind] as number); index--)
      if (fits((opened[index] as Opened).markers, closer)) return index;
    inVain[kind] = opened.length;
    return -1;
  }

  for (const piece of pieces) {
    if (piece.kind !== 'markers') {
      content().push(piece);
      continue;
    }
    let used = 0;
    while (piece.canClose && used < piece.length) {
      const index = openerOf(piece);
      if (index === -1) break;
      dissolve(index + 1);
      const opener = opened[index] as Opened;
      const count = Math.min(2, opener.left, piece.length - used);
      used += count;
      opener.left -= count;
      const marked: Marked = {
        kind: piece.marker === '~' ? 'del' : count === 2 ? 'strong' : 'em',
        children: opener.content,
        start: opener.markers.start + opener.left,
        end: piece.start + used,
      };
      opener.content = [marked];
      if (opener.left > 0) continue;
      opened.pop();
      shorten();
      content().push(marked);
    }
    const left = piece.length - used;
    if (left > 0 && piece.canOpen) opened.push({ markers: piece, left, content: [] });
    else if (left > 0) content().push(textPiece(piece.marker.repeat(left)));
  }
  dissolve(0);
  return outside;
}

/** CommonMark's rule of three: of three stars and one that can both open and close, neither matches the other. */
function fits({ marker, length, canClose }: Markers, closer: Markers): boolean {
  if (marker !== closer.marker) return false;
  if (marker === '~') return true;
  return (
    !(canClose || closer.canOpen) ||
    (length + closer.length) % 3 !== 0 ||
    (length % 3 === 0 && closer.length % 3 === 0)
  );
}

/** What decides which markers fit an end. */
const kindsOfEnd = 13;
function kindOfEnd({ marker, length, canOpen }: Markers): number {
  if (marker === '~') return 12;
  return (marker === '*' ? 0 : 6) + (canOpen ? 3 : 0) + (length % 3);
}
