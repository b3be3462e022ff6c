import type { Colouring } from './colouring.ts';
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

/** Says the colours of the lines it is told of, those of each block in their order and without a gap. */
export function answering(starting: Promise<Colouring>, tell: (coloured: ColouredLines) => void) {
  // One block's lines must be read in their order, and loading a grammar takes a while: so one message after the other.
  let queue = Promise.resolve();
  /** Lines whose grammar did not come: they are read with the next ones of their block, when it may. */
  const owed = new Map<number, string[]>();

  async function forget({ block }: BlockGone): Promise<void> {
    owed.delete(block);
    (await starting).forget(block);
  }

  async function colour({ block, language, lines: fresh }: LinesToColour): Promise<void> {
    const lines = [...(owed.get(block) ?? []), ...fresh];
    owed.set(block, lines);
    const colouring = await starting;
    await colouring.prepare(language);
    owed.delete(block);
    const say = (coloured: HighlightedLine[], left: number) => tell({ block, lines: coloured, left });
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

  return (what: LinesToColour | BlockGone): Promise<void> => {
    queue = queue.then(() => ('isGone' in what ? forget(what) : colour(what))).catch(console.error);
    return queue;
  };
}
