import { createHighlighterCore, type GrammarState } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import type { HighlightedLine } from './colours.ts';
import { grammars } from './grammars.ts';
import type { LanguageId } from './languages.ts';
import { colourOf, theme } from './theme.ts';

/** Colours lines of code, one after the other; remembers where the grammar of each block stood after the last. */
export interface Colouring {
  /** Fetches the language's grammar, once. */
  prepare(language: LanguageId): Promise<void>;
  line(block: number, language: LanguageId, text: string): HighlightedLine;
  forget(block: number): void;
}

/** A longer line is left plain: grammars are slow on minified code and nobody reads its colours. */
const longLine = 2000;
/**
 * A line is given up after `longest` milliseconds. Given up half-way it leaves the rest in the wrong colours: so late
 * only that a busy machine never is.
 */
export async function startColouring(longest = 1000): Promise<Colouring> {
  const shiki = await createHighlighterCore({
    themes: [theme],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  const states = new Map<number, GrammarState>();
  const givenUp = new Set<number>();

  return {
    async prepare(language) {
      if (!shiki.getLoadedLanguages().includes(language)) await shiki.loadLanguage(grammars[language]);
    },
    line(block, lang, text) {
      if (text.length > longLine || givenUp.has(block)) return [text.length, 0];
      const startedAt = performance.now();
      const grammarState = states.get(block);
      const { tokens, grammarState: next } = shiki.codeToTokens(text, {
        lang,
        theme: theme.name,
        tokenizeTimeLimit: longest,
        ...(grammarState ? { grammarState } : {}),
      });
      if (next) states.set(block, next);
      // One such line may be followed by a thousand.
      if (performance.now() - startedAt > longest) givenUp.add(block);
      return pairsOf(tokens.flat());
    },
    forget(block) {
      states.delete(block);
      givenUp.delete(block);
    },
  };
}

function pairsOf(tokens: readonly { content: string; color?: string }[]): HighlightedLine {
  const pairs: number[] = [];
  for (const { content, color } of tokens) {
    const colour = colourOf(color);
    // Neighbours of one colour are one element on the page.
    if (pairs.length > 0 && pairs.at(-1) === colour)
      pairs[pairs.length - 2] = (pairs.at(-2) ?? 0) + content.length;
    else pairs.push(content.length, colour);
  }
  return pairs;
}
