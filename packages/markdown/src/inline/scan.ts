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

  function putAddress({ start, end, target }: Address, isBare: boolean) {
    links++;
    const shown = isBare ? decodeEntities(text.slice(start, end)) : text.slice(start + 1, end - 1);
    const link = {
      kind: 'link',
      target: isBare ? decodeEntities(target) : target,
      title: undefined,
    } as const;
    put({ ...link, children: [textPiece(shown)], start, end }, end);
  }

  /** An address in brackets ends with them. */
  function bareAddress(found: Address): Address {
    const end = brackets.length === 0 ? -1 : text.slice(found.start, found.end).indexOf(']');
    if (end === -1) return found;
    const written = withoutEnding(text.slice(found.start, found.start + end));
    return {
      start: found.start,
      end: found.start + written.length,
      target: found.target.slice(0, found.target.length - (found.end - found.start - written.length)),
    };
  }

  function backslash() {
    const next = text.charAt(index + 1);
    if (next === '\n' && index + 1 < lastWord) put({ kind: 'break' }, afterSpaces(index + 2));
    else if ((next === '(' || next === '[') && formula(`\\${next}`)) return;
    else if (isEscape(text, index)) put(textPiece(next), index + 2);
    else index++;
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

  function dollars() {
    const run = runAt(text, index, '$');
    if (!formula(run)) index += run.length;
  }

  function code() {
    const { end, isClosed } = endOfCode(text, index);
    if (!isClosed) index = end;
    else put({ kind: 'code', text: insideOf(text.slice(index, end)) }, end);
  }

  function angle() {
    const found = bracketedAddressAt(text, index);
    if (found !== null && links < mostLinks) return putAddress(found, false);
    tag.lastIndex = index;
    index += tag.exec(text)?.[0].length ?? 1;
  }

  function lineEnd() {
    let end = index;
    while (end > from && text.charAt(end - 1) === ' ') end--;
    const isBreak = (breaks || index - end >= 2) && index < lastWord;
    say(end);
    pieces.push(isBreak ? { kind: 'break' } : textPiece('\n'));
    index = from = afterSpaces(index + 1);
  }

  function afterSpaces(start: number): number {
    spaces.lastIndex = start;
    spaces.exec(text);
    return spaces.lastIndex;
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
    const found = isLink ? (targetAt(text, index + 1) ?? definitionFor(bracket)) : null;
    closed = Math.min(closed, brackets.length);
    if (!bracket || !found) return index++;
    links++;
    const { target, title, end } = found;
    say(index);
    from = index;
    const children = withEmphasis(pieces.splice(bracket.at + 1));
    pieces.pop();
    const link: Linked = {
      kind: bracket.isImage ? 'image' : 'link',
      target,
      title,
      children,
      start: bracket.start,
      end,
    };
    pieces.push(link);
    index = from = end;
    if (!bracket.isImage) closed = brackets.length;
  }

  /** `[text][name]`, `[name][]` or `[name]`. */
  function definitionFor({ start, isImage, isOuter }: Bracket) {
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

  function one(character: string) {
    switch (character) {
      case '\\':
        return backslash();
      case '`':
        return code();
      case '$':
        return dollars();
      case '<':
        return angle();
      case '\n':
        return lineEnd();
      case '[':
        return open(false);
      case '!':
        return text.charAt(index + 1) === '[' ? open(true) : index++;
      case ']':
        return close();
      default: {
        const markers = markersAt(text, index);
        return put(markers, index + markers.length);
      }
    }
  }

  for (;;) {
    special.lastIndex = index;
    const next = special.exec(text)?.index ?? text.length;
    while ((addresses[address]?.start ?? next) < index) address++;
    const bare = links < mostLinks ? addresses[address] : undefined;
    if (bare && bare.start <= next) {
      index = bare.start;
      address++;
      putAddress(bareAddress(bare), true);
      continue;
    }
    index = next;
    if (index === text.length) break;
    one(text.charAt(index));
  }
  say(text.length);
  return withEmphasis(pieces);
}

/** The code between backticks: a line end is a space, and one space on each side keeps a backtick apart. */
function insideOf(span: string): string {
  const ticks = runAt(span, 0, '`').length;
  const inside = span.slice(ticks, -ticks).replaceAll('\n', ' ');
  const isPadded = inside.startsWith(' ') && inside.endsWith(' ') && inside.trim() !== '';
  return isPadded ? inside.slice(1, -1) : inside;
}
