/**
 * Inline markdown whose end has not come yet, closed where it stands: `**bo` shows as bold at once instead of
 * flashing its asterisks. Only ever applied to the text that is still being written.
 */
export function finished(text: string): string {
  if (!/[*`~[]/.test(text)) return text;
  const open: string[] = [];
  let cut = text.length;
  for (let index = 0; index < text.length; ) {
    const character = text.charAt(index);
    if (character === '\\') {
      index += 2;
      continue;
    }
    if (character === '`') {
      const run = runAt(text, index, '`');
      const end = endOfCode(text, index + run.length, run);
      if (end === -1) {
        // Code is what everything after the tick is: nothing else counts any more.
        const inside = text.slice(index + run.length);
        return inside.trim() === '' ? close(text.slice(0, index), open) : close(text + run, open);
      }
      index = end;
      continue;
    }
    if (character === '[') {
      const link = openLink.exec(text.slice(index, index + 2200));
      if (link !== null && link[0].length === Math.min(text.length - index, 2200)) {
        return close(text.slice(0, index) + (link[1] ?? ''), open);
      }
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

const openLink = /^\[([^\][\n]{1,400})\]\((?:[^)\s]{0,1700}|[^)\s]{1,1700}\s+"[^"]*"?)$/;

function runAt(text: string, index: number, character: string): string {
  let end = index;
  while (text.charAt(end) === character) end++;
  return text.slice(index, end);
}

function endOfCode(text: string, from: number, run: string): number {
  for (let index = text.indexOf(run, from); index !== -1; index = text.indexOf(run, index)) {
    const found = runAt(text, index, '`');
    index += found.length;
    if (found.length === run.length) return index;
  }
  return -1;
}

/** Trailing white space would keep a closing marker from closing. */
function close(text: string, open: readonly string[]): string {
  if (open.length === 0) return text;
  return text.trimEnd() + open.toReversed().join('');
}
