import { advance, extend, initialReading, treeOf, treeOfEnded } from './advance.ts';
import type { Tree } from './block.ts';
import { closeOpenMarkers } from './close-open-markers.ts';
import { isPartialNote } from './notes/reference.ts';
import type { Reading } from './open-block.ts';

/** The first this many characters decide what a line is; the rest cannot start a block. */
const decided = 8192;
/**
 * A last line that is nothing but markers may still become something else: it waits for its next character, as does
 * the beginning of a word behind `\[`, which may be a formula or text. Each character is read in one way only, or a row of dashes before a word would be tried in all its partitions.
 */
const undecided =
  /^(?:[-=*_+#>|`~: \t[$\\]|!(?=\[)|(?<=\\\[)(?![xX](?![A-Za-z]))[A-Za-z]{1,3}(?![A-Za-z])|(?<=\[)[xX]|(?<=\[[ xX]?)\]|(?<!\d)\d{1,9}(?!\d)[.)]?)*$/;

/** `[^1]` at the beginning of a line may still become a footnote definition. */
const isUndecided = (line: string) => undecided.test(line) || isPartialNote(line.trimStart());

/** How far a text has been parsed: its complete lines, and the unfinished line after them. */
export interface Progress {
  readonly reading: Reading;
  /** The line that has not ended yet, from where `reading` stops. */
  readonly line: string;
  /** The line's beginning is already in `reading`: it was longer than what decides its kind. */
  readonly isMidLine: boolean;
  /** The last character was a carriage return, which a line feed may complete. */
  readonly isAfterReturn: boolean;
}

export const initialProgress: Progress = {
  reading: initialReading,
  line: '',
  isMidLine: false,
  isAfterReturn: false,
};

/** For text that a person has typed. */
export const initialTyped: Progress = { ...initialProgress, reading: { ...initialReading, isTyped: true } };

/** Parses more text. However a text is split, it ends in the same tree. */
export function parseMore(progress: Progress, text: string): Progress {
  let { reading, line, isMidLine, isAfterReturn } = progress;
  let start = isAfterReturn && text.startsWith('\n') ? 1 : 0;
  isAfterReturn = isAfterReturn && text === '';
  const lineEnd = lineEnds(text);
  while (start < text.length) {
    const end = lineEnd(start);
    line += text.slice(start, end === -1 ? text.length : end);
    while (line.length > decided) {
      const head = line.slice(0, safeCut(line));
      reading = isMidLine ? extend(reading, head) : advance(reading, head);
      isMidLine = true;
      line = line.slice(head.length);
    }
    if (end === -1) break;
    reading = isMidLine ? extend(reading, line) : advance(reading, line);
    line = '';
    isMidLine = false;
    const isReturn = text.charCodeAt(end) === 13;
    isAfterReturn = isReturn && end === text.length - 1;
    start = end + (isReturn && text.charCodeAt(end + 1) === 10 ? 2 : 1);
  }
  return { reading, line, isMidLine, isAfterReturn };
}

/** The tree so far, including the unfinished line; `isEnded` if that line is the last. */
export function treeSoFar({ reading, line, isMidLine }: Progress, isEnded: boolean): Tree {
  const withLine = (text: string) => (isMidLine ? extend(reading, text) : advance(reading, text));
  if (isEnded) return treeOfEnded(line === '' ? reading : withLine(line));
  const waits = line === '' || (!isMidLine && line.length < 70 && isUndecided(line));
  const isRow = reading.open.at(-1)?.kind === 'table';
  return treeOf(withTextFinished(waits ? reading : withLine(isRow ? closeOpenMarkers(line) : line)));
}

/** The paragraph that is being written, without the flicker of markers that are not closed yet. */
function withTextFinished(reading: Reading): Reading {
  const last = reading.open.at(-1);
  if (last?.kind !== 'paragraph') return reading;
  const text = closeOpenMarkers(last.text);
  return text === last.text
    ? reading
    : { ...reading, open: [...reading.open.slice(0, -1), { ...last, text }] };
}

/** Parses a complete text. */
export function parse(text: string, initial = initialProgress): Tree {
  return treeSoFar(parseMore(initial, text), true);
}

/** Finds the next line end, or -1, from left to right: a text has one kind, and is not searched for the other each time. */
function lineEnds(text: string): (from: number) => number {
  const next = (sign: string, known: number, from: number) => {
    if (known >= from) return known;
    const found = text.indexOf(sign, from);
    return found === -1 ? text.length : found;
  };
  let feed = -1;
  let back = -1;
  return (from) => {
    feed = next('\n', feed, from);
    back = next('\r', back, from);
    const end = Math.min(feed, back);
    return end === text.length ? -1 : end;
  };
}

/** Where a long line is cut: at its limit, but never inside a character, nor behind what a row of a table would lose. */
function safeCut(line: string): number {
  let end = decided;
  while (end > 0 && ' \t\\|'.includes(line.charAt(end - 1))) end--;
  const code = line.charCodeAt(end - 1);
  const cut = code >= 0xd800 && code <= 0xdbff ? end - 1 : end;
  return cut > 0 ? cut : decided;
}
