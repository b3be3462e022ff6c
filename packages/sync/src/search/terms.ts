import { splitAtQuotes } from './filters.ts';
import { type Token, wordTokens } from './tokens.ts';
import { follows } from './words.ts';

/** Words that must follow each other, as in quotes; mostly one. */
export interface Term {
  tokens: readonly TermToken[];
  /** The last word may be the beginning of one. */
  isPrefix: boolean;
}
interface TermToken extends Pick<Token, 'text' | 'isCharacter'> {
  /** Nothing stands between it and the one before, in a script without spaces. */
  isJoined: boolean;
}

/** How many terms of a query count, and words of a quote. */
const mostTerms = 16;
const mostInQuote = 32;
/** Shorter beginnings of words are words. */
const shortestPrefix = 2;

/** What a text asks for: each of its words, and what is in "quotes" as it stands there; the last word may be a beginning. */
export function searchTerms(text: string): Term[] {
  const terms: Term[] = [];
  const parts = splitAtQuotes(text);
  for (const [index, part] of parts.entries()) {
    const found = index % 2 === 1 ? quoteTerms(part) : wordTerms(part);
    terms.push(...found.slice(0, mostTerms - terms.length));
    if (terms.length === mostTerms) return terms;
  }
  const last = terms.at(-1);
  const isOpen = /[\p{L}\p{N}\p{M}]$/u.test(text);
  if (last && isOpen && parts.length === 1 && canBegin(last)) last.isPrefix = true;
  return terms;
}

/** Each word is a term, and each row of characters without spaces. */
function wordTerms(text: string): Term[] {
  const terms: TermToken[][] = [];
  let before: Token | undefined;
  for (const token of wordTokens(text)) {
    const isJoined = joined(before, token);
    const row = terms.at(-1);
    if (isJoined && row && row.length < mostInQuote) row.push({ ...shown(token), isJoined });
    else terms.push([{ ...shown(token), isJoined: false }]);
    before = token;
    if (terms.length > mostTerms) break;
  }
  return terms.map((tokens) => ({ tokens, isPrefix: false }));
}

function quoteTerms(text: string): Term[] {
  const tokens: TermToken[] = [];
  let before: Token | undefined;
  for (const token of wordTokens(text)) {
    tokens.push({ ...shown(token), isJoined: joined(before, token) });
    before = token;
    if (tokens.length === mostInQuote) break;
  }
  return tokens.length === 0 ? [] : [{ tokens, isPrefix: false }];
}

const shown = ({ text, isCharacter }: Token) => ({ text, isCharacter });
const joined = (before: Token | undefined, token: Token) =>
  before?.isCharacter === true && follows(before, token);

const canBegin = ({ tokens }: Term) =>
  tokens.at(-1)?.isCharacter === false && [...(tokens.at(-1)?.text ?? '')].length >= shortestPrefix;

/** How an index is asked for terms: words, and beginnings of words. */
export interface IndexQuery {
  words: readonly string[];
  prefixes: readonly string[];
}

export function indexQuery(terms: readonly Term[]): IndexQuery {
  const words = new Set<string>();
  const prefixes = new Set<string>();
  for (const { tokens, isPrefix } of terms) {
    for (const [index, { text, isCharacter }] of tokens.entries()) {
      const next = tokens[index + 1];
      if (!isCharacter) (isPrefix && !next ? prefixes : words).add(text);
      else if (next?.isJoined) words.add(text + next.text);
      // Alone, it may begin any pair.
      else if (!tokens[index]?.isJoined) prefixes.add(text);
    }
  }
  return { words: [...words], prefixes: [...prefixes] };
}
