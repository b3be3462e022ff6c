/**
 * Where the backticks at `start` end: the code between them, or only the backticks when nothing closes them.
 * `unclosed`: runs that nothing closes, as known from an earlier start.
 */
export function endOfCode(
  text: string,
  start: number,
  unclosed: Set<string> = new Set(),
): { end: number; isClosed: boolean } {
  const run = runAt(text, start, '`');
  const after = start + run.length;
  if (unclosed.has(run)) return { end: after, isClosed: false };
  for (let index = text.indexOf(run, after); index !== -1; index = text.indexOf(run, index)) {
    const found = runAt(text, index, '`');
    index += found.length;
    if (found.length === run.length) return { end: index, isClosed: true };
  }
  unclosed.add(run);
  return { end: after, isClosed: false };
}

export function runAt(text: string, index: number, character: string): string {
  let end = index;
  while (text.charAt(end) === character) end++;
  return text.slice(index, end);
}
