import { endOfCode, runAt } from './inline/code-span.ts';
import { spanAt } from './maths/span.ts';
import { isBegunNote } from './notes/reference.ts';

/**
 * Inline markdown whose end has not come yet, closed where it stands: `**bo` shows as bold at once instead of
 * flashing its asterisks. Only ever applied to the text that is still being written.
 */
export function finished(text: string): string {
  if (!/[*`~[$\\]/.test(text)) return text;
  const open: string[] = [];
  const labelOfOpenLink = openLinks(text);
  let cut = text.length;
  for (let index = 0; index < text.length; ) {
    const character = text.charAt(index);
    if (character === '$' || character === '\\') {
      const formula = spanAt(text, index);
      if (formula === 'open' && isAwaited(text, index)) return close(text.slice(0, index), open);
      // In what may yet be a formula, nothing is a marker.
      if (formula === 'open' && !/\d/.test(text.charAt(index + 1))) return close(text, open);
      if (formula !== null && formula !== 'open') index = formula.end;
      else index += character === '$' ? runAt(text, index, '$').length : 2;
      continue;
    }
    if (character === '`') {
      const { end, isClosed } = endOfCode(text, index);
      if (!isClosed) {
        // Code is what everything after the tick is: nothing else counts any more.
        const inside = text.slice(end);
        return inside.trim() === ''
          ? close(text.slice(0, index), open)
          : close(text + text.slice(index, end), open);
      }
      index = end;
      continue;
    }
    if (character === '[') {
      if (isBegunNote(text.slice(index, index + 70)) && !text.endsWith(']')) {
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

/** Characters of an address and of a title that may yet end; what is longer is shown as it is. */
const longestAddress = 1_700;
const longestTitle = 400;
const label = /\[([^\][\n]{1,400})\]\(/y;
const endOfAddress = /[)\s]/g;
const openTitle = /^\s+"[^"]*"?$/;

/**
 * Says of each bracket, from left to right, whether a link begins there of which nothing is missing but the end: its
 * label, or null. Many brackets may share what comes after them, so that is looked at once.
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
const patience = 400;
/** Three letters in a row are a word, unless something in the text is only ever written in formulas. */
const isWord = /^[^\\^_={}]*[A-Za-z]{3}/;

/** Whether what begins here is rather held back until it ends than shown as its source for a moment. */
function isAwaited(text: string, index: number): boolean {
  if (text.length - index > patience) return false;
  return text.charAt(index) === '\\' || text.startsWith('$$', index) || !isMoney(text.slice(index + 1));
}
const isMoney = (text: string) => /^\d/.test(text) || isWord.test(text);

/** Trailing white space would keep a closing marker from closing. */
function close(text: string, open: readonly string[]): string {
  if (open.length === 0) return text;
  return text.trimEnd() + open.toReversed().join('');
}
