import { beginWithSame, type ChunkedList, chunkLength, emptyList, itemAt } from '@polylogue/markdown';
import { scriptUrl } from '../../../../../lib/page/script-url.ts';
import { isFlooded } from '../../near-viewport.ts';
import type { HighlightedLine } from './colours.ts';
import type { LanguageId } from './languages.ts';
import type { BlockRemoved, ColouredLines, LinesToColour } from './line-colourer.ts';
import { replaceableWorker } from './replaceable-worker.ts';
import workerUrl from './worker.ts?worker&url';

/** The colours of one code block, which come from the worker a little after its lines, and only once per line unless it is edited or continued. */
export interface Highlighting {
  /** The first `count` lines are complete. */
  settle(lines: ChunkedList<string>, count: number): void;
  /** The coloured lines of the chunk that starts at this line; the same array until there are more. */
  read(start: number): readonly HighlightedLine[];
  listen(start: number, listener: () => void): () => void;
  stop(): void;
}

interface Block {
  receive(lines: readonly HighlightedLine[]): void;
  /** The worker was replaced; the new one has not seen any lines. */
  resend(): void;
}

const nothing: readonly HighlightedLine[] = [];
/** Milliseconds between two checks whether a flood is over. */
const floodCheckInterval = 100;
const blocks = new Map<number, Block>();
let lastBlock = 0;

const worker = replaceableWorker<ColouredLines>({
  start: () => new Worker(scriptUrl(workerUrl), { type: 'module' }),
  onMessage: ({ block, lines }) => blocks.get(block)?.receive(lines),
  onHang(block) {
    // The block it hung on stays as it is; the others are not to blame.
    blocks.delete(block);
    for (const other of blocks.values()) other.resend();
  },
  onAvailable() {
    for (const block of blocks.values()) block.resend();
  },
});

export function highlightingOf(language: LanguageId): Highlighting {
  let block = ++lastBlock;
  const chunks = new Map<number, readonly HighlightedLine[]>();
  const listeners = new Map<number, () => void>();
  let last: { lines: ChunkedList<string>; count: number } = { lines: emptyList, count: 0 };
  let sent = 0;
  let coloured = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  function receive(lines: readonly HighlightedLine[]) {
    const changed = new Set<number>();
    for (const line of lines) {
      const start = coloured - (coloured % chunkLength);
      const chunk = changed.has(start)
        ? (chunks.get(start) as HighlightedLine[])
        : (chunks.get(start) ?? nothing).slice();
      (chunk as HighlightedLine[])[coloured - start] = line;
      chunks.set(start, chunk);
      changed.add(start);
      coloured++;
    }
    for (const start of changed) listeners.get(start)?.();
  }

  function send() {
    clearTimeout(waiting);
    if (!blocks.has(block)) return;
    // The machine is busy enough with text that arrives faster than anyone can read.
    if (isFlooded()) waiting = setTimeout(send, floodCheckInterval);
    else sendNow();
  }

  function sendNow() {
    const { lines, count } = last;
    if (count <= sent) return;
    const fresh: string[] = [];
    for (; sent < count; sent++) fresh.push((itemAt(lines, sent) ?? '').replace(/^\n/, ''));
    worker.post({ block, language, lines: fresh } satisfies LinesToColour);
  }

  function resend() {
    sent = coloured = 0;
    send();
  }

  function stop() {
    blocks.delete(block);
    worker.postIfRunning({ block, isRemoved: true } satisfies BlockRemoved);
  }

  const self = { receive, resend };
  blocks.set(block, self);

  return {
    settle(lines, count) {
      if (blocks.has(block) && !beginWithSame(sent, last.lines, lines)) {
        // As another block, since colours of the old text may still come. Those it has stay until there are new ones.
        stop();
        block = ++lastBlock;
        blocks.set(block, self);
        sent = coloured = 0;
      }
      last = { lines, count };
      send();
    },
    read: (start) => chunks.get(start) ?? nothing,
    listen(start, listener) {
      listeners.set(start, listener);
      return () => void listeners.delete(start);
    },
    stop,
  };
}
