/** Where the backticks at `start` end: the code between them, or only the backticks when nothing closes them. */
export function endOfCode(text: string, start: number): { end: number; isClosed: boolean } {
  const run = runAt(text, start, '`');
  const after = start + run.length;
  for (let index = text.indexOf(run, after); index !== -1; index = text.indexOf(run, index)) {
    const found = runAt(text, index, '`');
    index += found.length;
    if (found.length === run.length) return { end: index, isClosed: true };
  }
  return { end: after, isClosed: false };
}

export function runAt(text: string, index: number, character: string): string {
  let end = index;
  while (text.charAt(end) === character) end++;
  return text.slice(index, end);
}
