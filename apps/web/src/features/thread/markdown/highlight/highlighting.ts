import { scriptUrl } from '../../../../lib/script-url.ts';
import { type Grown, itemOf, runLength } from '../grown.ts';
import type { HighlightedLine } from './colours.ts';
import type { LanguageId } from './languages.ts';
import type { BlockGone, ColouredLines, LinesToColour } from './worker.ts';
import workerUrl from './worker.ts?worker&url';

/** One code block's colours, which come from the worker a little after its lines, and only once for each line. */
export interface Highlighting {
  /** The first `count` lines will not change any more. */
  settle(lines: Grown<string>, count: number): void;
  /** The coloured lines of the run that starts at this line; the same array until more have come. */
  read(start: number): readonly HighlightedLine[];
  listen(start: number, listener: () => void): () => void;
  stop(): void;
}

const nothing: readonly HighlightedLine[] = [];
const blocks = new Map<number, (lines: HighlightedLine[]) => void>();
let worker: Worker | undefined;
let lastBlock = 0;

function theWorker(): Worker {
  if (worker) return worker;
  worker = new Worker(scriptUrl(workerUrl), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<ColouredLines>) =>
    blocks.get(data.block)?.(data.lines),
  );
  return worker;
}

export function highlightingOf(language: LanguageId): Highlighting {
  const block = ++lastBlock;
  const runs = new Map<number, readonly HighlightedLine[]>();
  const listeners = new Map<number, () => void>();
  let sent = 0;
  let coloured = 0;

  blocks.set(block, (lines) => {
    const changed = new Set<number>();
    for (const line of lines) {
      const start = coloured - (coloured % runLength);
      const run = changed.has(start)
        ? (runs.get(start) as HighlightedLine[])
        : (runs.get(start) ?? nothing).slice();
      (run as HighlightedLine[]).push(line);
      runs.set(start, run);
      changed.add(start);
      coloured++;
    }
    for (const start of changed) listeners.get(start)?.();
  });

  return {
    settle(lines, count) {
      if (count <= sent) return;
      const fresh: string[] = [];
      for (; sent < count; sent++) fresh.push((itemOf(lines, sent) ?? '').replace(/^\n/, ''));
      theWorker().postMessage({ block, language, lines: fresh } satisfies LinesToColour);
    },
    read: (start) => runs.get(start) ?? nothing,
    listen(start, listener) {
      listeners.set(start, listener);
      return () => void listeners.delete(start);
    },
    stop() {
      blocks.delete(block);
      worker?.postMessage({ block, isGone: true } satisfies BlockGone);
    },
  };
}
