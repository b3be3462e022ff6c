import type { Term } from './terms.ts';
import { type Token, wordTokens } from './tokens.ts';

/** Where something stands in a text: from, and up to (UTF-16 code units). */
export type TextSpan = [from: number, to: number];

/**
 * The first place of each term in a text, in the order of the terms; null: one is not in it. Pauses every few words, since
 * a text may be long.
 */
export function* findTerms(text: string, terms: readonly Term[]): Generator<undefined, TextSpan[] | null> {
  if (cannotContain(text, terms)) return null;
  const found: (TextSpan | undefined)[] = terms.map(() => undefined);
  let left = terms.length;
  const recent = recentTokens(terms);
  let count = 0;
  for (const token of wordTokens(text)) {
    recent.push(token);
    for (const [index, term] of terms.entries()) {
      if (found[index]) continue;
      const span = recent.match(term);
      if (!span) continue;
      found[index] = span;
      left -= 1;
    }
    if (left === 0) break;
    if (++count % 500 === 0) yield;
  }
  return left === 0 ? (found as TextSpan[]) : null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the plain characters begin with a control character
const foldedLetter = /[[\p{L}\p{N}\p{M}]--[\x00-\x7f]]/v;

/** Whether a look at the letters alone shows that a term is not in a text: ten times faster than reading its words. */
function cannotContain(text: string, terms: readonly Term[]): boolean {
  const small = text.toLowerCase();
  const isMissing = terms.some(({ tokens }) => tokens.some((token) => !small.includes(token.text)));
  // Other letters have to be folded first, and each word for itself.
  return isMissing && !foldedLetter.test(text);
}

/** All places of the terms in a short text, none over another. */
export function markedIn(text: string, terms: readonly Term[]): TextSpan[] {
  const spans: TextSpan[] = [];
  const recent = recentTokens(terms);
  for (const token of wordTokens(text)) {
    recent.push(token);
    for (const term of terms) {
      const span = recent.match(term);
      if (span && span[0] >= (spans.at(-1)?.[1] ?? 0)) spans.push(span);
    }
  }
  return spans;
}

/** The last tokens of a text, as many as a term may have. */
function recentTokens(terms: readonly Term[]) {
  const most = Math.max(1, ...terms.map(({ tokens }) => tokens.length));
  const recent: Token[] = [];
  return {
    push(token: Token) {
      recent.push(token);
      if (recent.length > most) recent.shift();
    },
    /** Where the last tokens are this term. */
    match({ tokens, isPrefix }: Term): TextSpan | undefined {
      const from = recent.length - tokens.length;
      if (from < 0) return undefined;
      for (let at = tokens.length - 1; at >= 0; at -= 1) {
        const [wanted, token] = [tokens[at], recent[from + at]];
        if (!wanted || !token) return undefined;
        const isLast = at === tokens.length - 1;
        const isSame = isPrefix && isLast ? token.text.startsWith(wanted.text) : token.text === wanted.text;
        if (!isSame) return undefined;
        if (wanted.isJoined && recent[from + at - 1]?.end !== token.start) return undefined;
      }
      return [recent[from]?.start ?? 0, recent.at(-1)?.end ?? 0];
    },
  };
}
