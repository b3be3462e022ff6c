import { openPauses, type Pauses } from '../../../../../lib/schedule/pauses.ts';
import type { Colouring } from './colouring.ts';
import type { HighlightedLine } from './colours.ts';
import type { LanguageId } from './languages.ts';

/** Lines of one code block, in order. */
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
  /** How many of the lines sent are still to come: a worker that owes some and goes silent is stuck. */
  left: number;
}

/** Milliseconds between two answers. */
const slice = 100;

/** Answers with the colours of the lines it is sent, in order and without gaps within each block. */
export function answering(starting: Promise<Colouring>, tell: (coloured: ColouredLines) => void) {
  // The lines of a block must be read in order, and loading a grammar takes a while: so one message at a time.
  let queue = Promise.resolve();
  /** Lines whose grammar failed to load: they are read on the next try, before any new lines of their block. */
  const owed = new Map<number, { language: LanguageId; lines: string[] }>();
  /** Grammars that failed to load. */
  const missing = new Map<LanguageId, Pauses>();

  async function forget({ block }: BlockGone): Promise<void> {
    owed.delete(block);
    (await starting).forget(block);
  }

  async function colour({ block, language, lines: fresh }: LinesToColour): Promise<void> {
    const lines = [...(owed.get(block)?.lines ?? []), ...fresh];
    owed.set(block, { language, lines });
    const colouring = await starting;
    try {
      await colouring.prepare(language);
    } catch (error) {
      return tryLater(language, error);
    }
    owed.delete(block);
    hasCome(language);
    const say = (coloured: HighlightedLine[], left: number) => tell({ block, lines: coloured, left });
    say([], lines.length);
    let coloured: HighlightedLine[] = [];
    let saidAt = performance.now();
    for (const [index, line] of lines.entries()) {
      const isAlive = () => say([], lines.length - index);
      coloured.push(colouring.line(block, language, line, isAlive));
      if (performance.now() - saidAt < slice || index === lines.length - 1) continue;
      say(coloured, lines.length - 1 - index);
      coloured = [];
      saidAt = performance.now();
    }
    say(coloured, 0);
  }

  function tryLater(language: LanguageId, error: unknown) {
    if (!missing.has(language)) console.error(`The grammar of ${language} could not be loaded`, error);
    const pauses = missing.get(language) ?? openPauses();
    missing.set(language, pauses);
    pauses.wait(() => {
      const [block] = owedIn(language);
      if (block === undefined) missing.delete(language);
      else void answer({ block, language, lines: [] });
    });
  }

  function hasCome(language: LanguageId) {
    missing.get(language)?.stop();
    missing.delete(language);
    for (const block of owedIn(language)) void answer({ block, language, lines: [] });
  }

  const owedIn = (language: LanguageId) =>
    [...owed].flatMap(([block, of]) => (of.language === language ? [block] : []));

  function answer(what: LinesToColour | BlockGone): Promise<void> {
    queue = queue.then(() => ('isGone' in what ? forget(what) : colour(what))).catch(console.error);
    return queue;
  }

  return answer;
}
