import { endOfCode, runAt } from './inline/code-span.ts';
import { isWords } from './maths/not-maths.ts';
import { spanAt } from './maths/span.ts';
import { isPartialNote } from './notes/reference.ts';

/**
 * Closes the open markers of unfinished inline markdown: `**bo` already shows as bold instead of
 * flashing its asterisks. Only ever applied to the text that is still being written.
 */
export function closeOpenMarkers(text: string): string {
  if (!/[*`~[$\\]/.test(text)) return text;
  const open: string[] = [];
  const labelOfOpenLink = openLinks(text);
  let cut = text.length;
  for (let index = 0; index < text.length; ) {
    const character = text.charAt(index);
    if (character === '$' || character === '\\') {
      const formula = spanAt(text, index);
      if (formula === 'open' && isAwaited(text, index)) return close(text.slice(0, index), open);
      // In what may still become a formula, nothing is a marker.
      if (formula === 'open' && mayBecome(text, index)) return close(text, open);
      if (formula !== null && formula !== 'open') index = formula.end;
      else index += character === '$' ? runAt(text, index, '$').length : 2;
      continue;
    }
    if (character === '`') {
      const { end, isClosed } = endOfCode(text, index);
      if (!isClosed) {
        // Everything after the backtick is code: no other marker counts.
        const inside = text.slice(end);
        return inside.trim() === ''
          ? close(text.slice(0, index), open)
          : close(text + text.slice(index, end), open);
      }
      index = end;
      continue;
    }
    if (character === '[') {
      if (isPartialNote(text.slice(index, index + 70)) && !text.endsWith(']')) {
        return close(text.slice(0, index), open);
      }
      const label = labelOfOpenLink(index);
      if (label !== null) return close(text.slice(0, index) + label, open);
    }
    if (character === '*' || character === '~') {
      const run = runAt(text, index, character);
      const before = text.charAt(index - 1);
      const after = text.charAt(index + run.length);
      if (after === '') cut = index;
      const isKnown = run.length <= 3 && (character === '*' || run.length === 2);
      if (isKnown && after !== '' && !/\s/.test(after) && open.at(-1) !== run) open.push(run);
      else if (before !== '' && !/\s/.test(before) && open.at(-1) === run) {
        open.pop();
        cut = text.length;
      }
      index += run.length;
      continue;
    }
    index++;
  }
  return open.length === 0 && cut === text.length
    ? text
    : close(cut < text.length ? text.slice(0, cut) : text, open);
}

/** Longest address and title that may still end, in characters; a longer one is shown as it is. */
const longestAddress = 1_700;
const longestTitle = 400;
const label = /\[([^\][\n]{1,400})\]\(/y;
const endOfAddress = /[)\s]/g;
const openTitle = /^\s+"[^"]*"?$/;

/**
 * For each bracket, from left to right: if a link begins there that lacks only its end, its
 * label, else null. Many brackets may share what follows them, so that is scanned once.
 */
function openLinks(text: string): (index: number) => string | null {
  let end = -1;
  let isOpen = false;
  return (index) => {
    label.lastIndex = index;
    const [whole = '', words] = label.exec(text) ?? [];
    if (words === undefined) return null;
    const address = index + whole.length;
    if (end < address) {
      endOfAddress.lastIndex = address;
      end = endOfAddress.exec(text)?.index ?? text.length;
      isOpen = end === text.length || (text.length - end <= longestTitle && openTitle.test(text.slice(end)));
    }
    const isBare = end === address && end < text.length;
    return isOpen && !isBare && end - address <= longestAddress ? words : null;
  };
}

/** Characters of a formula that is awaited: what is longer than this was probably meant as text. */
const longestAwaited = 400;
/** Three letters in a row are a word, unless something in the text is only ever written in formulas. */
const isWord = /^[^\\^_={}]*[A-Za-z]{3}/;

/** Whether what begins here reads as a formula so far. */
const mayBecome = (text: string, index: number): boolean =>
  text.charAt(index) === '\\'
    ? !isWords(text.slice(index + 2, index + longestAwaited))
    : !/\d/.test(text.charAt(index + 1));

/** Whether the formula beginning here is held back until it ends, instead of briefly showing its source. */
function isAwaited(text: string, index: number): boolean {
  if (text.length - index > longestAwaited) return false;
  if (text.charAt(index) === '\\') return mayBecome(text, index);
  return text.startsWith('$$', index) || !isMoney(text.slice(index + 1));
}
const isMoney = (text: string) => /^\d/.test(text) || isWord.test(text);

/** Trailing white space would keep a closing marker from closing. */
function close(text: string, open: readonly string[]): string {
  if (open.length === 0) return text;
  return text.trimEnd() + open.toReversed().join('');
}
