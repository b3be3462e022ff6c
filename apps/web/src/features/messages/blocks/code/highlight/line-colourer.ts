import { type Backoff, openBackoff } from '../../../../../lib/schedule/backoff.ts';
import type { Colouring } from './colouring.ts';
import type { HighlightedLine } from './colours.ts';
import type { LanguageId } from './languages.ts';

/** Lines of one code block, in order. */
export interface LinesToColour {
  block: number;
  language: LanguageId;
  lines: string[];
}
/** The block was removed: its grammar state can be dropped. */
export interface BlockRemoved {
  block: number;
  isRemoved: true;
}
export interface ColouredLines {
  block: number;
  lines: HighlightedLine[];
  /** How many of the lines sent are still to come: a worker that owes some and goes silent is stuck. */
  remaining: number;
}

/** Milliseconds between two answers. */
const slice = 100;

/** Answers with the colours of the lines it is sent, in order and without gaps within each block. */
export function createLineColourer(colouring: Colouring, send: (coloured: ColouredLines) => void) {
  // The lines of a block must be read in order, and loading a grammar takes a while: so one message at a time.
  let queue = Promise.resolve();
  /** Lines whose grammar failed to load: they are read on the next try, before any new lines of their block. */
  const owed = new Map<number, { language: LanguageId; lines: string[] }>();
  /** Grammars that failed to load. */
  const missing = new Map<LanguageId, Backoff>();

  function forget({ block }: BlockRemoved) {
    owed.delete(block);
    colouring.forget(block);
  }

  async function colour({ block, language, lines: fresh }: LinesToColour): Promise<void> {
    const lines = [...(owed.get(block)?.lines ?? []), ...fresh];
    owed.set(block, { language, lines });
    try {
      await colouring.prepare(language);
    } catch (error) {
      return retryLater(language, error);
    }
    owed.delete(block);
    grammarLoaded(language);
    const report = (coloured: HighlightedLine[], remaining: number) =>
      send({ block, lines: coloured, remaining });
    report([], lines.length);
    let coloured: HighlightedLine[] = [];
    let reportedAt = performance.now();
    for (const [index, line] of lines.entries()) {
      const isAlive = () => report([], lines.length - index);
      coloured.push(colouring.line(block, language, line, isAlive));
      if (performance.now() - reportedAt < slice || index === lines.length - 1) continue;
      report(coloured, lines.length - 1 - index);
      coloured = [];
      reportedAt = performance.now();
    }
    report(coloured, 0);
  }

  function retryLater(language: LanguageId, error: unknown) {
    if (!missing.has(language)) console.error(`The grammar of ${language} could not be loaded`, error);
    const backoff = missing.get(language) ?? openBackoff();
    missing.set(language, backoff);
    backoff.wait(() => {
      const [block] = owedIn(language);
      if (block === undefined) missing.delete(language);
      else void receive({ block, language, lines: [] });
    });
  }

  function grammarLoaded(language: LanguageId) {
    missing.get(language)?.stop();
    missing.delete(language);
    for (const block of owedIn(language)) void receive({ block, language, lines: [] });
  }

  const owedIn = (language: LanguageId) =>
    [...owed].flatMap(([block, of]) => (of.language === language ? [block] : []));

  function receive(message: LinesToColour | BlockRemoved): Promise<void> {
    queue = queue
      .then(() => ('isRemoved' in message ? forget(message) : colour(message)))
      .catch(console.error);
    return queue;
  }

  return receive;
}
