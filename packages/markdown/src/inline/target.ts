import { isPunctuation } from './character.ts';
import { decodeEntities } from './entity.ts';

/** A link's target as written after its text: `(address "title")`. */
export interface LinkTarget {
  target: string;
  title: string | undefined;
  end: number;
}

/** Parentheses in an address, one inside another. */
const deepest = 32;

/** The address and title that are written in parentheses from `start` on. */
export function targetAt(text: string, start: number): LinkTarget | null {
  if (text.charAt(start) !== '(') return null;
  const first = afterWhiteSpace(text, start + 1);
  const end = text.charAt(first) === '<' ? endInBrackets(text, first) : endOfAddress(text, first);
  if (end === -1) return null;
  const written = text.charAt(first) === '<' ? text.slice(first + 1, end - 1) : text.slice(first, end);
  const next = afterWhiteSpace(text, end);
  const titleEnd = next > end ? endOfTitle(text, next) : -1;
  const last = titleEnd === -1 ? next : afterWhiteSpace(text, titleEnd);
  if (text.charAt(last) !== ')') return null;
  const title = titleEnd === -1 ? undefined : unescaped(text.slice(next + 1, titleEnd - 1));
  return { target: unescaped(written), title, end: last + 1 };
}

/** The name in brackets at `start` and where it ends; null if there is none. */
export function labelAt(text: string, start: number): { label: string; end: number } | null {
  if (text.charAt(start) !== '[') return null;
  for (let index = start + 1; index < text.length && index - start <= 1_000; index++) {
    const character = text.charAt(index);
    if (character === ']') return { label: text.slice(start + 1, index), end: index + 1 };
    if (character === '[') return null;
    if (character === '\\') index++;
  }
  return null;
}

/** Without the backslashes that keep a sign from being a marker, and with its character references read. */
export function unescaped(text: string): string {
  if (!text.includes('\\')) return decodeEntities(text);
  let found = '';
  let from = 0;
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', at + 2)) {
    if (!isEscape(text, at)) continue;
    found += decodeEntities(text.slice(from, at)) + text.charAt(at + 1);
    from = at + 2;
  }
  return found + decodeEntities(text.slice(from));
}

/** Whether a backslash escapes the character after it. */
export function isEscape(text: string, backslash: number): boolean {
  const next = text.charAt(backslash + 1);
  return next !== '' && next.charCodeAt(0) < 128 && isPunctuation(next);
}

function afterWhiteSpace(text: string, from: number): number {
  let index = from;
  while (index < text.length && ' \t\n'.includes(text.charAt(index))) index++;
  return index;
}

/** Behind the `>` that ends an address in angle brackets. */
function endInBrackets(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === '>') return index + 1;
    if (character === '<' || character === '\n') return -1;
    if (character === '\\') index++;
  }
  return -1;
}

/** Up to a space or the parenthesis that is not its own. */
function endOfAddress(text: string, start: number): number {
  let depth = 0;
  let index = start;
  for (; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code <= 32 || code === 127) break;
    if (code === 92 && isEscape(text, index)) index++;
    else if (code === 40 && ++depth > deepest) return -1;
    else if (code === 41 && --depth < 0) break;
  }
  return depth > 0 ? -1 : Math.min(index, text.length);
}

const closing: Record<string, string> = { '"': '"', "'": "'", '(': ')' };

/** The position after a title; -1 if there is none. */
function endOfTitle(text: string, start: number): number {
  const opening = text.charAt(start);
  const closer = closing[opening];
  if (closer === undefined) return -1;
  // A title has no empty line and a limited length, so that an unclosed one is not searched for again and again.
  for (let index = start + 1; index < text.length && index - start <= 1_000; index++) {
    const character = text.charAt(index);
    if (character === closer) return index + 1;
    if (character === opening) return -1;
    if (character === '\\') index++;
  }
  return -1;
}
