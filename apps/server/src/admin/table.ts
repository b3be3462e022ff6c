/** Rows as lines, every column as wide as its longest cell. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    });
  }
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** `2026-11-21 13:45`, in UTC; a dash for never. */
export function shownInstant(milliseconds: number | null): string {
  if (milliseconds === null) return '–';
  return new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ');
}

/** User input made safe to print: no control characters that a terminal would interpret. */
export const shown = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, '�');
