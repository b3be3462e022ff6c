import { startColouring } from './colouring.ts';
import type { HighlightedLine } from './colours.ts';
import type { LanguageId } from './languages.ts';

/** Lines of one code block, in order. */
export interface LinesToColour {
  block: number;
  language: LanguageId;
  lines: string[];
}
/** The block is gone: forget where its grammar stood. */
export interface BlockGone {
  block: number;
  isGone: true;
}
export interface ColouredLines {
  block: number;
  lines: HighlightedLine[];
  /** So many of the lines that were sent are still to come: a worker that owes some and falls silent is stuck. */
  left: number;
}

/** Milliseconds between two answers. */
const slice = 100;

const starting = startColouring();

// One block's lines must be read in their order, and loading a grammar takes a while: so one message after the other.
let queue = Promise.resolve();
self.addEventListener('message', ({ data }: MessageEvent<LinesToColour | BlockGone>) => {
  queue = queue.then(() => ('isGone' in data ? forget(data) : colour(data))).catch(console.error);
});

async function forget({ block }: BlockGone): Promise<void> {
  (await starting).forget(block);
}

async function colour({ block, language, lines }: LinesToColour): Promise<void> {
  const colouring = await starting;
  await colouring.prepare(language);
  const say = (coloured: HighlightedLine[], left: number) =>
    self.postMessage({ block, lines: coloured, left } satisfies ColouredLines);
  say([], lines.length);
  let coloured: HighlightedLine[] = [];
  let saidAt = performance.now();
  for (const [index, line] of lines.entries()) {
    coloured.push(colouring.line(block, language, line));
    if (performance.now() - saidAt < slice || index === lines.length - 1) continue;
    say(coloured, lines.length - 1 - index);
    coloured = [];
    saidAt = performance.now();
  }
  say(coloured, 0);
}
