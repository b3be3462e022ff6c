import { createJavaScriptRegexEngine, defaultJavaScriptRegexConstructor } from '@shikijs/engine-javascript';
// Without shiki/core, most of which turns tokens into HTML.
import { codeToTokensBase, createShikiPrimitive, getLastGrammarStateFromMap } from '@shikijs/primitive';
import type { HighlightedLine } from './colours.ts';
import { grammars } from './grammars.ts';
import type { LanguageId } from './languages.ts';
import { colourOf, theme } from './theme.ts';

/** Colours lines of code one by one; remembers the grammar state of each block after its last line. */
export interface Colouring {
  /** Fetches the language's grammar, once. */
  prepare(language: LanguageId): Promise<void>;
  /** A line that needs new patterns of its grammar may take long; `onProgress` is called meanwhile. */
  line(block: number, language: LanguageId, text: string, onProgress?: () => void): HighlightedLine;
  forget(block: number): void;
}

/** A longer line is left plain: grammars are slow on minified code, where colours are no help. */
const longLine = 2000;
/** Milliseconds between two calls of onProgress. */
const slice = 100;

/**
 * The engine's own, except for `singleline`, which leaves "^" bare: WebKit finds a pattern that begins with an
 * optional group of a bare "^", such as that of comments in many grammars, only at the start of a line.
 */
const rules = { allowOrphanBackrefs: true, asciiWordBoundaries: true, captureGroup: true, recursionLimit: 5 };

/**
 * A line is abandoned after `longest` milliseconds. Abandoned half-way, it leaves the rest in the wrong colours: hence
 * a limit that even a busy machine never reaches.
 */
export function startColouring(longest = 1000): Colouring {
  const making = { patterns: 0, reportedAt: 0, onProgress: () => {} };
  const shiki = createShikiPrimitive({
    themes: [theme],
    langs: [],
    engine: createJavaScriptRegexEngine({
      forgiving: true,
      regexConstructor(pattern) {
        making.patterns++;
        reportProgress();
        return defaultJavaScriptRegexConstructor(pattern, { rules });
      },
    }),
  });
  const states = new Map<number, ReturnType<typeof getLastGrammarStateFromMap>>();
  const givenUp = new Set<number>();

  function reportProgress() {
    const now = performance.now();
    if (now - making.reportedAt < slice) return;
    making.reportedAt = now;
    making.onProgress();
  }

  return {
    async prepare(language) {
      if (!shiki.getLoadedLanguages().includes(language)) await shiki.loadLanguage(grammars[language]);
    },
    line(block, lang, text, onProgress = () => {}) {
      if (text.length > longLine || givenUp.has(block)) return [text.length, 0];
      making.onProgress = onProgress;
      const grammarState = states.get(block);
      for (;;) {
        const startedAt = performance.now();
        const madeBefore = making.patterns;
        const tokens = codeToTokensBase(shiki, text, {
          lang,
          theme: theme.name,
          tokenizeTimeLimit: longest,
          ...(grammarState ? { grammarState } : {}),
        });
        const next = getLastGrammarStateFromMap(tokens);
        const isLate = performance.now() - startedAt > longest;
        // Patterns are compiled when first needed, those of C++ for seconds: that is not the line's fault.
        if (isLate && making.patterns > madeBefore) continue;
        if (next) states.set(block, next);
        // Such a line may be followed by a thousand more.
        if (isLate) givenUp.add(block);
        return pairsOf(tokens.flat());
      }
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
    // Neighbours of the same colour become one element on the page.
    if (pairs.length > 0 && pairs.at(-1) === colour)
      pairs[pairs.length - 2] = (pairs.at(-2) ?? 0) + content.length;
    else pairs.push(content.length, colour);
  }
  return pairs;
}
