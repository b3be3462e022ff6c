import { isCodeAt } from './code-in.ts';
import { longestMarker, type Marker, markers } from './markers.ts';
import { beforeReply, betweenParts, heldPieces, type Sorting, sortMore } from './sort-growing.ts';

/** A finished text, by what it was for. */
export interface SortedReply {
  /** What the model wrote for itself; '' if nothing in the text is marked so. */
  reasoning: string;
  text: string;
}

/**
 * Which part of a finished text is reasoning: what is between markers at its start, and what precedes a closing marker
 * whose opening one never arrived. Markers in code or within a sentence are part of the text. A text without markers is
 * returned as it is.
 * @param continuedAt where answers that continue this one begin, in UTF-16 code units: each may have its own reasoning
 */
export function sortReply(text: string, continuedAt: readonly number[] = []): SortedReply {
  const places = continuedAt.filter((place) => place > 0 && place < text.length);
  if (places.length === 0) return sortPart(text);
  const parts = [0, ...places].map((place, index) => sortPart(text.slice(place, places[index])));
  return {
    reasoning: joined(...parts.map(({ reasoning }) => reasoning)),
    text: parts.map((part) => part.text).join(''),
  };
}

function sortPart(text: string): SortedReply {
  const begun = text.slice(0, 2 * longestMarker).trimStart();
  const opened = markers.find(({ opening }) => begun.startsWith(opening));
  if (!opened && !hasClosing.test(text)) return { reasoning: '', text };
  const words = opened?.isWords && opened;
  const sorted = (words && sortWords(text, words)) ?? sortFrom(beforeReply, text);
  const rest = sortUnopened(sorted.text);
  return { reasoning: joined(sorted.reasoning, rest.reasoning), text: rest.text };
}

const unopened = markers.filter(({ isWords, needsOpening }) => !isWords && !needsOpening);
// Thousands of messages are looked through when a conversation is opened.
const hasClosing = new RegExp(unopened.map(({ closing }) => closing.replace(/[[|]/g, '\\$&')).join('|'));

function sortFrom(sorting: Sorting, whole: string): SortedReply {
  const sorted = sortMore(sorting, whole);
  const pieces = [...sorted.pieces, ...heldPieces(sorted.sorting)];
  const of = (type: 'text' | 'reasoning') =>
    pieces
      .filter((piece) => piece.type === type)
      .map(({ text }) => text)
      .join('');
  return { reasoning: of('reasoning').trim(), text: of('text') };
}

function sortWords(text: string, { opening, closing }: Marker): SortedReply | null {
  const from = text.indexOf(opening) + opening.length;
  const isInCode = isCodeAt(text);
  const end = placesOf(closing, text).find((at) => !isInCode(at));
  return end === undefined ? null : split(text, from, end, closing);
}

/** What precedes the first closing marker, unless its opening one does. */
function sortUnopened(text: string): SortedReply {
  const present = unopened.filter(({ closing }) => text.includes(closing));
  if (present.length === 0) return { reasoning: '', text };
  const isInCode = isCodeAt(text);
  const ends = present.flatMap(({ opening, closing }) => {
    const isMarker = (at: number) => standsAlone(text, at, closing.length) && !isInCode(at);
    const end = placesOf(closing, text).find(isMarker);
    const isOpened = (at: number) => beginsLine(text, at) && !isInCode(at);
    if (end === undefined || placesOf(opening, text.slice(0, end)).some(isOpened)) return [];
    return [{ end, closing }];
  });
  const [first] = ends.sort((one, other) => one.end - other.end);
  return first ? split(text, 0, first.end, first.closing) : { reasoning: '', text };
}

function split(text: string, from: number, end: number, closing: string): SortedReply {
  const after = sortFrom(betweenParts, text.slice(end + closing.length));
  return { reasoning: joined(text.slice(from, end).trim(), after.reasoning), text: after.text };
}

const joined = (...parts: string[]) => parts.filter(Boolean).join('\n\n');

/** A text with more of one marker is about markers. */
const mostPlaces = 100;

function placesOf(marker: string, text: string): number[] {
  const places: number[] = [];
  let at = text.indexOf(marker);
  while (at >= 0 && places.length < mostPlaces) {
    places.push(at);
    at = text.indexOf(marker, at + marker.length);
  }
  return places;
}

const beginsLine = (text: string, at: number) => lineBefore(text, at).trim() === '';

/**
 * Whether a closing marker ends what is before it, rather than being mentioned in a sentence: it is joined to what is
 * before it, or begins a line, and is not followed by the rest of a sentence.
 */
function standsAlone(text: string, at: number, length: number): boolean {
  const before = lineBefore(text, at);
  const [after = ''] = text.slice(at + length, at + length + window).split('\n', 1);
  const beginsHere = before.trim() === '' || endsSentence(before);
  if (/^[\s"'”’»)\]},.;:!?，。；：！？、]/u.test(after) && after.trim() !== '')
    return beginsHere && beginsSentence(after);
  return beginsHere || !/[\s"'“‘«([{]$/u.test(before);
}

/** How far a marker is looked around, in code units. */
const window = 80;

/** The line up to a place, as far as it matters. */
function lineBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - window), at);
  return before.slice(before.lastIndexOf('\n') + 1);
}

const endsSentence = (before: string) => /[.!?。！？…]["”’»)*_\]]{0,4}\s*$/u.test(before);
const beginsSentence = (after: string) => /^\s+([*#_]|[^\s\p{Ll}\p{P}])/u.test(after);
