import { type Token, wordTokens } from './tokens.ts';

/** How many different words of a text are indexed; about those of a book. */
const mostWords = 20_000;

/** The different words under which a text is found, a few at a time: a long text takes long. */
export function* indexWords(text: string): Generator<undefined, ReadonlySet<string>> {
  const words = new Set<string>();
  let before: Token | undefined;
  let count = 0;
  for (const token of wordTokens(text)) {
    for (const word of endedBy(before, token)) words.add(word);
    before = token;
    if (words.size >= mostWords) break;
    if (++count % 500 === 0) yield;
  }
  for (const word of endedBy(before, undefined)) words.add(word);
  return words;
}

/** Pairs of neighbouring characters; of the last one in a row, itself. */
function endedBy(before: Token | undefined, next: Token | undefined): string[] {
  if (!before) return [];
  if (!before.isCharacter) return [before.text];
  return [follows(before, next) ? before.text + next.text : before.text];
}

/** Whether the next character belongs to the same row of characters. */
export const follows = (before: Token, next: Token | undefined): next is Token =>
  next?.isCharacter === true && next.start === before.end;
