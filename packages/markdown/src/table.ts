import type { Alignment, TableRow } from './block.ts';
import { bracketedAddressAt } from './inline/address.ts';
import { endOfCode } from './inline/code-span.ts';
import { labelAt, targetAt } from './inline/target.ts';
import { spanAt } from './maths/span.ts';

/** A wider table stays text: a post of 8,000 characters could have thousands of columns in every row. */
const mostColumns = 128;

const delimiterRow = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/;

/** The alignments of a table's delimiter row (`|---|:-:|`), or null if the line is not one. */
export function alignments(line: string): Alignment[] | null {
  // Requires a pipe or a colon: a bare --- belongs to headings and rules.
  if (!/[|:]/.test(line) || !delimiterRow.test(line)) return null;
  const found = cells(line);
  if (found.length > mostColumns) return null;
  return found.map((cell) => {
    const isLeft = cell.startsWith(':');
    const isRight = cell.endsWith(':');
    return isLeft && isRight ? 'center' : isRight ? 'right' : isLeft ? 'left' : null;
  });
}

/** What may hold a pipe that is not a border. */
const mayKeepPipe = /[`$\\[<]|\|\|/;

/**
 * A row's cells: cut at pipes that no backslash escapes, trimmed, escaped pipes made plain. Where that makes another
 * number of cells than the table has, pipes in code, formulas and links are left alone if it helps, and then `||`, too.
 * They also are in a row that lacks its last border: it is still being written.
 */
export function cells(line: string, width?: number): string[] {
  const text = line.trim();
  const found = cut(text, 'nothing');
  if (width === undefined || !mayKeepPipe.test(text)) return found;
  const isWritten = !text.startsWith('|') || text.endsWith('|');
  if (found.length === width && isWritten) return found;
  const whole = cut(text, 'wholes');
  if (whole.length === width || (!isWritten && whole.length < width)) return whole;
  const joined = text.includes('||') ? cut(text, 'wholes and ||') : whole;
  if (joined.length === width) return joined;
  return found.length > width ? whole : found;
}

/** Cuts a row at its pipes, except for those within what is left whole. */
function cut(text: string, kept: 'nothing' | 'wholes' | 'wholes and ||'): string[] {
  const found: string[] = [];
  const whole = kept === 'nothing' ? null : endOfWhole(text);
  let start = text.startsWith('|') ? 1 : 0;
  for (let index = start; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const end = whole?.(index) ?? index;
    if (end > index) index = end - 1;
    else if (code === 92) index++;
    else if (code === 124) {
      if (kept === 'wholes and ||' && text.charCodeAt(index + 1) === 124) index++;
      else {
        found.push(text.slice(start, index));
        start = index + 1;
      }
    }
  }
  if (start < text.length) found.push(text.slice(start));
  return found.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** From left to right: where the code, formula, link or address that begins at an index ends. */
function endOfWhole(text: string): (index: number) => number | undefined {
  /** Openings of formulas and code that nothing closes: their ends would be searched for again and again. */
  const unclosed = new Set<string>();
  function endOfFormula(index: number): number | undefined {
    const opening = text.slice(index, index + 2);
    if (unclosed.has(opening)) return undefined;
    const formula = spanAt(text, index);
    if (formula === 'open') unclosed.add(opening);
    return formula === null || formula === 'open' ? undefined : formula.end;
  }
  function endOfLink(index: number): number | undefined {
    const label = labelAt(text, index);
    return label === null ? undefined : targetAt(text, label.end)?.end;
  }
  return (index) => {
    switch (text.charAt(index)) {
      case '`':
        return endOfCode(text, index, unclosed).end;
      case '$':
      case '\\':
        return endOfFormula(index);
      case '[':
        return endOfLink(index);
      case '<':
        return bracketedAddressAt(text, index)?.end;
      default:
        return undefined;
    }
  };
}

/** A row whose line goes on: the text begins in its last cell. */
export function longerRow(row: TableRow, text: string, width: number): TableRow {
  const last = row.at(-1) ?? '';
  // A letter before the text keeps a border or space that it begins with.
  const [more = '', ...next] = bodyRow(`|x${text}`, width - Math.max(row.length, 1) + 1);
  return [...row.slice(0, -1), last + more.slice(1), ...next];
}

/**
 * A body row at most as wide as its table: what is too much stays in the last cell. Cells missing at its end stay
 * missing: a row costs what was written.
 */
export function bodyRow(line: string, width: number): TableRow {
  const found = cells(line, width);
  if (found.length <= width) return found;
  let last = found.length;
  while (last > width && found[last - 1] === '') last--;
  return [...found.slice(0, width - 1), found.slice(width - 1, last).join(' | ')];
}
