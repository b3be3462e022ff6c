import type { Alignment, Row } from './block.ts';
import { mayHoldMaths, spanAt } from './maths/span.ts';

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

/**
 * A row's cells: cut at pipes that no backslash escapes, trimmed, escaped pipes made plain. Where that makes another
 * number of cells than the table has, pipes inside formulas are left alone if it helps.
 */
export function cells(line: string, width?: number): string[] {
  const found = cut(line.trim(), false);
  if (width === undefined || found.length === width || !mayHoldMaths(line)) return found;
  const withFormulas = cut(line.trim(), true);
  return withFormulas.length === width ? withFormulas : found;
}

function cut(text: string, areFormulasWhole: boolean): string[] {
  const found: string[] = [];
  let isFormulaWhole = areFormulasWhole;
  let start = text.startsWith('|') ? 1 : 0;
  for (let index = start; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const formula = isFormulaWhole && (code === 36 || code === 92) ? spanAt(text, index) : null;
    // A missing end would be searched for again and again.
    if (formula === 'open') isFormulaWhole = false;
    if (formula !== null && formula !== 'open') index = formula.end - 1;
    else if (code === 92) index++;
    else if (code === 124) {
      found.push(text.slice(start, index));
      start = index + 1;
    }
  }
  if (start < text.length) found.push(text.slice(start));
  return found.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** A body row at most as wide as its table. Cells missing at its end stay missing: a row costs what was written. */
export const rowOf = (line: string, width: number): Row => cells(line, width).slice(0, width);
