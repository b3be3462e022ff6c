import { cutText } from '@polylogue/sync';

export const titleInstructions =
  'Write a title for a conversation that begins with the message of the user: at most six words, in the language of the message, without quotation marks, without a period at the end. Do not answer the message. Reply with the title alone.';

/** The beginning of a text, in at most so many tokens. */
export function beginning(text: string, tokens: number, count: (text: string) => number): string {
  // A token has at least a letter.
  let [most, least] = [Math.min(text.length, tokens * 8), 0];
  if (count(text.slice(0, most)) <= tokens) return cutText(text, most);
  while (most - least > 1) {
    const middle = (most + least) >> 1;
    if (count(text.slice(0, middle)) <= tokens) least = middle;
    else most = middle;
  }
  return cutText(text, least);
}

/** The title in what a model answered: its first line, without what it puts around it. Empty: there is none. */
export function titleIn(answer: string): string {
  const lines = answer.slice(0, 2_000).split('\n');
  const line = lines.map(bare).find((one) => one !== '') ?? '';
  const named = /^(title|titel|titre|título|titolo):/i.exec(line);
  return bare(line.slice(named?.[0].length ?? 0));
}

/** What models put around a title: quotation marks, Markdown, a period. */
const around = new Set(' \t\r#*_`"\'“”„«»「」『』');

function bare(line: string): string {
  let [from, to] = [0, line.length];
  while (from < to && around.has(line[from] ?? '')) from += 1;
  while (to > from && (around.has(line[to - 1] ?? '') || /[.。]/.test(line[to - 1] ?? ''))) to -= 1;
  return line.slice(from, to);
}
