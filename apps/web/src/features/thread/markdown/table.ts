import type { Alignment, Row } from './block.ts';

const delimiterRow = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** The alignments of a table's delimiter row (`|---|:-:|`), or null when the line is none. */
export function alignments(line: string): Alignment[] | null {
  // A pipe or a colon is asked for: a bare --- belongs to headings and rules.
  if (!/[|:]/.test(line) || !delimiterRow.test(line)) return null;
  return cells(line).map((cell) => {
    const isLeft = cell.startsWith(':');
    const isRight = cell.endsWith(':');
    return isLeft && isRight ? 'center' : isRight ? 'right' : isLeft ? 'left' : null;
  });
}

/** A row's cells: cut at pipes that no backslash escapes, trimmed, escaped pipes made plain. */
export function cells(line: string): string[] {
  const found: string[] = [];
  const text = line.trim();
  let start = text.startsWith('|') ? 1 : 0;
  for (let index = start; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 92) index++;
    else if (code === 124) {
      found.push(text.slice(start, index));
      start = index + 1;
    }
  }
  if (start < text.length) found.push(text.slice(start));
  return found.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** A body row as wide as its table: what is too much is dropped, what is missing is empty. */
export function rowOf(line: string, width: number): Row {
  const found = cells(line);
  return found.length === width ? found : Array.from({ length: width }, (_, index) => found[index] ?? '');
}
