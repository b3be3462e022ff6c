/** A line being read from left to right. Columns count a tab as reaching the next multiple of four. */
export interface Cursor {
  readonly line: string;
  offset: number;
  column: number;
  /** Columns of a tab already used up when it was only partly consumed as indentation. */
  isInTab: boolean;
  /** The next character that is not a space or tab, found by `findNextNonspace`. */
  next: number;
  nextColumn: number;
  indent: number;
  isBlank: boolean;
}

export function cursor(line: string): Cursor {
  return { line, offset: 0, column: 0, isInTab: false, next: -1, nextColumn: 0, indent: 0, isBlank: false };
}

/** Finds the next character that is not a space or tab, without moving. */
export function findNextNonspace(at: Cursor): void {
  // Found before and not passed since: a line of nothing but indentation is not walked again for each open block.
  if (at.offset <= at.next) {
    at.indent = at.nextColumn - at.column;
    return;
  }
  let { offset: index, column } = at;
  for (; index < at.line.length; index++) {
    const code = at.line.charCodeAt(index);
    if (code === 32) column++;
    else if (code === 9) column += 4 - (column % 4);
    else break;
  }
  at.next = index;
  at.nextColumn = column;
  at.indent = column - at.column;
  at.isBlank = index >= at.line.length;
}

/** Moves to what `findNextNonspace` found. */
export function skipSpaces(at: Cursor): void {
  at.offset = at.next;
  at.column = at.nextColumn;
  at.isInTab = false;
}

/** Moves on by characters. */
export function skip(at: Cursor, characters: number): void {
  for (; characters > 0 && at.offset < at.line.length; characters--) {
    at.column += at.line.charCodeAt(at.offset) === 9 ? 4 - (at.column % 4) : 1;
    at.offset++;
    at.isInTab = false;
  }
}

/** Moves on by columns of white space, taking only a part of a tab where that is all that is asked. */
export function skipColumns(at: Cursor, columns: number): void {
  while (columns > 0 && at.offset < at.line.length) {
    if (at.line.charCodeAt(at.offset) === 9) {
      const width = 4 - (at.column % 4);
      const taken = Math.min(width, columns);
      at.isInTab = taken < width;
      at.column += taken;
      columns -= taken;
      if (!at.isInTab) at.offset++;
    } else {
      at.isInTab = false;
      at.offset++;
      at.column++;
      columns--;
    }
  }
}

export function isSpaceAt(at: Cursor, offset = at.offset): boolean {
  const code = at.line.charCodeAt(offset);
  return code === 32 || code === 9;
}

/** What is left of the line; a tab only partly consumed gives its remaining columns as spaces. */
export function rest(at: Cursor): string {
  if (!at.isInTab) return at.line.slice(at.offset);
  return ' '.repeat(4 - (at.column % 4)) + at.line.slice(at.offset + 1);
}
