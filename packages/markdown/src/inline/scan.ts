import type { Definitions } from '../block.ts';
import { normalLabel } from '../definition.ts';
import { spanAt } from '../maths/span.ts';
import { referenceAt } from '../notes/reference.ts';
import { type Address, bareAddresses, bracketedAddressAt, withoutEnding } from './address.ts';
import { endOfCode, runAt } from './code-span.ts';
import { decodeEntities } from './entity.ts';
import { type Markers, markersAt, withEmphasis } from './markers.ts';
import { type Linked, type Piece, textPiece } from './piece.ts';
import { isEscape, labelAt, targetAt, unescaped } from './target.ts';

/** Any other character is plain text. */
const special = /[\\`*_~[\]!<\n$]/g;
/** HTML is text, and its tags contain no markers. */
const tag =
  /<(?:\/?[a-z][a-z0-9-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:"[^"<]*"|'[^'<]*'|[^\s"'=<>`]+))?)*\s*\/?|!--[^<>]*--)>/iy;
const spaces = /[ \t]*/y;
/** Formulas and notes drawn in one piece of a paragraph: beyond this the rest stays text. */
const mostTaken = 100;
/** Links are elements each, and all of a piece are on the page at once. */
const mostLinks = 200;

/** An opening bracket: a link's text may follow. */
interface Bracket {
  /** Which of the pieces it is. */
  at: number;
  start: number;
  isImage: boolean;
  /** Another bracket followed, so its text cannot be a reference's label. */
  isOuter: boolean;
}

/**
 * Reads a line's markdown from left to right, once, in the manner that CommonMark describes: brackets wait for their
 * end, and emphasis is found when the text around it is known. Code, formulas, notes, addresses and tags are passed as
 * wholes, so whatever begins first holds the others as its text. The work grows with the text alone, whatever is in it.
 */
export function scan(text: string, definitions: Definitions, breaks: boolean): Piece[] {
  const pieces: (Piece | Markers)[] = [];
  const brackets: Bracket[] = [];
  /** A link cannot contain another: earlier brackets can only be an image's. */
  let closed = 0;
  const addresses = bareAddresses(text);
  let address = 0;
  const lastWord = text.trimEnd().length;
  /** Openings that nothing closes from here on. */
  const unclosed = new Set<string>();
  let taken = 0;
  let links = 0;
  /** From here on, everything not yet emitted is plain text. */
  let from = 0;
  let index = 0;

  function say(until: number) {
    if (until > from) pieces.push(textPiece(decodeEntities(text.slice(from, until))));
  }
  function put(piece: Piece | Markers, end: number) {
    say(index);
    pieces.push(piece);
    index = from = end;
  }
  function take({ piece, end }: Found) {
    if (piece) put(piece, end);
    else index = end;
  }
  function putAddress(found: Address, isBare: boolean) {
    links++;
    put(linkTo(found, text, isBare), found.end);
  }
  /** Whether one begins here. */
  function formula(opening: string): boolean {
    const span = taken >= mostTaken || unclosed.has(opening) ? null : spanAt(text, index);
    if (span === 'open') unclosed.add(opening);
    if (span === null || span === 'open') return false;
    taken++;
    put({ kind: 'maths', ...span }, span.end);
    return true;
  }

  function lineEnd() {
    let end = index;
    while (end > from && text.charAt(end - 1) === ' ') end--;
    const isBreak = (breaks || index - end >= 2) && index < lastWord;
    say(end);
    pieces.push(isBreak ? { kind: 'break' } : textPiece('\n'));
    index = from = afterSpaces(text, index + 1);
  }

  function open(isImage: boolean) {
    const start = index;
    const bracket = isImage ? start + 1 : start;
    const note = taken >= mostTaken ? null : referenceAt(text, bracket);
    if (note !== null) {
      taken++;
      index = bracket;
      return put({ kind: 'note', ...note }, note.end);
    }
    const last = brackets.at(-1);
    if (last) last.isOuter = true;
    put(textPiece(text.slice(start, bracket + 1)), bracket + 1);
    brackets.push({ at: pieces.length - 1, start, isImage, isOuter: false });
  }

  function close() {
    const bracket = brackets.pop();
    const isLink = bracket && links < mostLinks && (bracket.isImage || brackets.length >= closed);
    const found = isLink
      ? (targetAt(text, index + 1) ?? definitionFor(bracket, text, index, definitions))
      : null;
    closed = Math.min(closed, brackets.length);
    if (!bracket || !found) return index++;
    links++;
    say(index);
    const { at, start, isImage } = bracket;
    const children = withEmphasis(pieces.splice(at + 1));
    pieces[at] = { kind: isImage ? 'image' : 'link', ...found, children, start };
    index = from = found.end;
    if (!isImage) closed = brackets.length;
  }

  function one(character: string) {
    const next = text.charAt(index + 1);
    if (character === '\\') {
      if (!((next === '(' || next === '[') && formula(`\\${next}`))) take(escapeAt(text, index, lastWord));
    } else if (character === '`') take(codeAt(text, index, unclosed));
    else if (character === '$') {
      const run = runAt(text, index, '$');
      if (!formula(run)) index += run.length;
    } else if (character === '<') {
      const found = links < mostLinks ? bracketedAddressAt(text, index) : null;
      if (found) putAddress(found, false);
      else index += tagAt(text, index);
    } else if (character === '\n') lineEnd();
    else if (character === '[') open(false);
    else if (character === '!') next === '[' ? open(true) : index++;
    else if (character === ']') close();
    else take(markersFrom(text, index));
  }

  for (;;) {
    special.lastIndex = index;
    const next = special.exec(text)?.index ?? text.length;
    while ((addresses[address]?.start ?? next) < index) address++;
    const bare = links < mostLinks ? addresses[address] : undefined;
    if (bare && bare.start <= next) {
      index = bare.start;
      address++;
      putAddress(brackets.length === 0 ? bare : withinBrackets(bare, text), true);
      continue;
    }
    index = next;
    if (index === text.length) break;
    one(text.charAt(index));
  }
  say(text.length);
  return withEmphasis(pieces);
}

/** What begins at a place, and where what follows it does; without a piece it is plain text. */
interface Found {
  piece?: Piece | Markers;
  end: number;
}

function escapeAt(text: string, index: number, lastWord: number): Found {
  const next = text.charAt(index + 1);
  if (next === '\n' && index + 1 < lastWord)
    return { piece: { kind: 'break' }, end: afterSpaces(text, index + 2) };
  return isEscape(text, index) ? { piece: textPiece(next), end: index + 2 } : { end: index + 1 };
}

function codeAt(text: string, index: number, unclosed: Set<string>): Found {
  const { end, isClosed } = endOfCode(text, index, unclosed);
  return isClosed ? { piece: { kind: 'code', text: insideOf(text.slice(index, end)) }, end } : { end };
}

function markersFrom(text: string, index: number): Found {
  const markers = markersAt(text, index);
  return { piece: markers, end: index + markers.length };
}

/** The length of the HTML tag that begins there, or of its first character. */
function tagAt(text: string, index: number): number {
  tag.lastIndex = index;
  return tag.exec(text)?.[0].length ?? 1;
}

function afterSpaces(text: string, start: number): number {
  spaces.lastIndex = start;
  spaces.exec(text);
  return spaces.lastIndex;
}

function linkTo({ start, end, target }: Address, text: string, isBare: boolean): Linked {
  const shown = isBare ? decodeEntities(text.slice(start, end)) : text.slice(start + 1, end - 1);
  const children = [textPiece(shown)];
  return {
    kind: 'link',
    target: isBare ? decodeEntities(target) : target,
    title: undefined,
    children,
    start,
    end,
  };
}

/** An address in brackets ends with them. */
function withinBrackets(found: Address, text: string): Address {
  const end = text.slice(found.start, found.end).indexOf(']');
  if (end === -1) return found;
  const written = withoutEnding(text.slice(found.start, found.start + end));
  return {
    start: found.start,
    end: found.start + written.length,
    target: found.target.slice(0, found.target.length - (found.end - found.start - written.length)),
  };
}

/** `[text][name]`, `[name][]` or `[name]`, whose first closing bracket is at `index`. */
function definitionFor(
  { start, isImage, isOuter }: Bracket,
  text: string,
  index: number,
  definitions: Definitions,
) {
  const named = labelAt(text, index + 1);
  const own = text.slice(start + (isImage ? 2 : 1), index);
  const label = named?.label || (isOuter || own.length > 999 ? '' : own);
  const name = normalLabel(label);
  const definition = definitions[name];
  if (name === '' || !definition) return null;
  const { href, title } = definition;
  return {
    target: unescaped(href),
    title: title === undefined ? undefined : unescaped(title),
    end: named?.end ?? index + 1,
  };
}

/** The code between backticks: a line end is a space, and one space on each side keeps a backtick apart. */
function insideOf(span: string): string {
  const ticks = runAt(span, 0, '`').length;
  const inside = span.slice(ticks, -ticks).replaceAll('\n', ' ');
  const isPadded = inside.startsWith(' ') && inside.endsWith(' ') && inside.trim() !== '';
  return isPadded ? inside.slice(1, -1) : inside;
}
