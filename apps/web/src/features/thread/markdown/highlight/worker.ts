import { createHighlighterCore, type GrammarState, type HighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import type { HighlightedLine } from './colours.ts';
import { grammars } from './grammars.ts';
import type { LanguageId } from './languages.ts';
import { colourOf, theme } from './theme.ts';

/** Lines of one code block, in order; the worker remembers where the block's grammar stood after the last. */
export interface LinesToColour {
  block: number;
  language: LanguageId;
  lines: string[];
}
/** The block is gone: forget its grammar state. */
export interface BlockGone {
  block: number;
  isGone: true;
}
export interface ColouredLines {
  block: number;
  lines: HighlightedLine[];
}

/** A longer line is left plain: grammars are slow on minified code and nobody reads its colours. */
const longLine = 2000;

const states = new Map<number, GrammarState>();
const highlighter: Promise<HighlighterCore> = createHighlighterCore({
  themes: [theme],
  langs: [],
  engine: createJavaScriptRegexEngine({ forgiving: true }),
});

// One block's lines must be read in their order, and loading a grammar takes a while: so one message after the other.
let queue = Promise.resolve();
self.addEventListener('message', ({ data }: MessageEvent<LinesToColour | BlockGone>) => {
  queue = queue
    .then(() => ('isGone' in data ? void states.delete(data.block) : colour(data)))
    .catch(console.error);
});

async function colour({ block, language, lines }: LinesToColour): Promise<void> {
  const shiki = await highlighter;
  if (!shiki.getLoadedLanguages().includes(language)) await shiki.loadLanguage(grammars[language]);
  const coloured = lines.map((line) => colourLine(shiki, block, language, line));
  self.postMessage({ block, lines: coloured } satisfies ColouredLines);
}

function colourLine(shiki: HighlighterCore, block: number, lang: LanguageId, line: string): HighlightedLine {
  if (line.length > longLine) return [line.length, 0];
  const grammarState = states.get(block);
  const { tokens, grammarState: next } = shiki.codeToTokens(line, {
    lang,
    theme: theme.name,
    // A line given up half-way, on a busy machine, would leave the rest of the block in the wrong colours.
    tokenizeTimeLimit: 0,
    ...(grammarState ? { grammarState } : {}),
  });
  if (next) states.set(block, next);
  const pairs: number[] = [];
  for (const token of tokens.flat()) {
    const colour = colourOf(token.color);
    // Neighbours of one colour are one element on the page.
    if (pairs.length > 0 && pairs.at(-1) === colour)
      pairs[pairs.length - 2] = (pairs.at(-2) ?? 0) + token.content.length;
    else pairs.push(token.content.length, colour);
  }
  return pairs;
}
