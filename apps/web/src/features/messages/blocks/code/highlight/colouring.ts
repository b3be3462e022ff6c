import { createJavaScriptRegexEngine, defaultJavaScriptRegexConstructor } from '@shikijs/engine-javascript';
// Without shiki itself, most of which turns tokens into HTML for many themes.
import { EncodedTokenMetadata, INITIAL, Registry, type StateStack } from '@shikijs/vscode-textmate';
import type { HighlightedLine } from './colours.ts';
import { grammars, type LanguageGrammar } from './grammars.ts';
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
  const engine = createJavaScriptRegexEngine({
    forgiving: true,
    regexConstructor(pattern) {
      making.patterns++;
      reportProgress();
      return defaultJavaScriptRegexConstructor(pattern, { rules });
    },
  });
  const prepared = new Map<LanguageId, ReturnType<typeof reader>>();
  const states = new Map<number, StateStack>();
  const givenUp = new Set<number>();

  function reportProgress() {
    const now = performance.now();
    if (now - making.reportedAt < slice) return;
    making.reportedAt = now;
    making.onProgress();
  }

  return {
    async prepare(language) {
      if (prepared.has(language)) return;
      const { default: all } = await grammars[language]();
      prepared.set(language, reader(all, engine));
    },
    line(block, language, text, onProgress = () => {}) {
      const read = prepared.get(language);
      if (!read || text.length > longLine || givenUp.has(block)) return [text.length, 0];
      if (text === '') return [];
      making.onProgress = onProgress;
      for (;;) {
        const startedAt = performance.now();
        const madeBefore = making.patterns;
        const { pairs, next } = read(text, states.get(block) ?? INITIAL, longest);
        const isLate = performance.now() - startedAt > longest;
        // Patterns are compiled when first needed, those of C++ for seconds: that is not the line's fault.
        if (isLate && making.patterns > madeBefore) continue;
        states.set(block, next);
        // Such a line may be followed by a thousand more.
        if (isLate) givenUp.add(block);
        return pairs;
      }
    },
    forget(block) {
      states.delete(block);
      givenUp.delete(block);
    },
  };
}

/** Reads lines with the last of these grammars; the others are those it refers to. */
function reader(all: readonly LanguageGrammar[], engine: ReturnType<typeof createJavaScriptRegexEngine>) {
  const byScope = new Map(all.map((one) => [one.scopeName, one]));
  const isWithin = (scope: string, target: string) => scope === target || scope.startsWith(`${target}.`);
  const registry = new Registry({
    theme,
    onigLib: {
      createOnigScanner: (patterns) => engine.createScanner(patterns),
      createOnigString: (text) => engine.createString(text),
    },
    loadGrammar: (scope) => byScope.get(scope),
    getInjections: (scope) =>
      all.flatMap(({ scopeName, injectTo }) =>
        injectTo?.some((target) => isWithin(scope, target)) ? [scopeName] : [],
      ),
  });
  const grammar = registry.loadGrammar(all.at(-1)?.scopeName ?? '');
  const colourNames = registry.getColorMap();

  return (text: string, state: StateStack, longest: number) => {
    if (!grammar) return { pairs: [text.length, 0], next: state };
    const { tokens, ruleStack } = grammar.tokenizeLine2(text, state, longest);
    const pairs: number[] = [];
    for (let index = 0; index < tokens.length; index += 2) {
      const length = (tokens[index + 2] ?? text.length) - (tokens[index] ?? 0);
      if (length <= 0) continue;
      const colour = colourOf(colourNames[EncodedTokenMetadata.getForeground(tokens[index + 1] ?? 0)]);
      // Neighbours of the same colour become one element on the page.
      if (pairs.length > 0 && pairs.at(-1) === colour) pairs[pairs.length - 2] = (pairs.at(-2) ?? 0) + length;
      else pairs.push(length, colour);
    }
    return { pairs, next: ruleStack };
  };
}
