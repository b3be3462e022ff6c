import type { Tree } from '@polylogue/markdown';
import { initialProgress, type Progress, parseMore, treeSoFar } from '@polylogue/markdown';
import { nextFrame } from '../../../lib/schedule/frame.ts';
import { floodThreshold, reportGrowth } from './near-viewport.ts';
import type { ReplyText } from './reply-text.ts';

/** A growing text as a tree, updated at a pace that can be read. */
export interface LiveDocument {
  read(): Tree;
  listen(listener: () => void): () => void;
}

/** Characters of a burst read in one frame, adapted to what the device manages. */
const fewest = 4096;
const first = 24_576;
const most = 65_536;
/** Characters of the initial text parsed in one go: a longer text takes a few frames. */
export const readAtOnce = 262_144;
/** Milliseconds of reading and rendering that fit in a frame, and the most the budget may grow by at a time. */
const frameTime = 16;
const maxGrowth = 3;
/** A frame longer than this is too long, whatever the cause. */
const longFrame = 100;
/** Milliseconds between two paints: every second frame of most screens. No one can read sixty a second. */
const pace = 25;
/** Milliseconds between two frames of a flood, which is too fast to read anyway. */
const floodPace = 80;

export function liveDocument(text: ReplyText, initial = initialProgress): LiveDocument {
  const reader = readerOf(text, initial);
  let budget = first;
  let shownAt = Number.NEGATIVE_INFINITY;
  // Existing text is shown immediately: opening a conversation does not replay it.
  let tree: Tree = reader.take(readAtOnce);
  const listeners = new Set<() => void>();
  let stop: (() => void) | undefined;
  /** The next update. `isPausing`: it waits longer than for the next frame. */
  let planned: { cancel(): void; isPausing: boolean } | undefined;

  /** New text is shown `pace` after the last update; after a pause, and at the end, in the next frame. */
  function plan() {
    if (planned?.isPausing && text.isEnded) cancel();
    if (planned === undefined) flushAfter(text.isEnded ? 0 : shownAt + pace - performance.now());
  }

  function flushAfter(wait: number) {
    const isPausing = wait > 0;
    planned = { cancel: isPausing ? after(wait, flush) : nextFrame(flush), isPausing };
  }

  function cancel() {
    planned?.cancel();
    planned = undefined;
  }

  function flush() {
    planned = undefined;
    const now = performance.now();
    const waiting = reader.waiting();
    const wait = shownAt + floodPace - now;
    if (wait > 0 && waiting > floodThreshold && waiting < budget && !text.isEnded) return flushAfter(wait);
    shownAt = now;
    reportGrowth(waiting);
    tree = reader.take(budget);
    for (const listener of listeners) listener();
    if (reader.waiting() === 0) return;
    let worked = 0;
    // React renders in a microtask of its own, which is queued before this one.
    queueMicrotask(() => {
      worked = performance.now() - now;
    });
    const goOn = () => {
      budget = budgetAfter(budget, performance.now() - now, worked);
      flush();
    };
    planned ??= { cancel: nextFrame(goOn), isPausing: false };
  }

  return {
    read: () => tree,
    listen(listener) {
      listeners.add(listener);
      stop ??= text.listen(plan);
      // Text may have arrived since the first reading, or only its end.
      if (!reader.isUpToDate()) plan();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = undefined;
        cancel();
      };
    },
  };
}

/** Reads a text on from where it stopped. */
function readerOf(text: ReplyText, initial: Progress) {
  let progress = initial;
  let position = 0;
  let isWhole = false;
  return {
    take(characters: number): Tree {
      const next = text.readFrom(position, characters);
      position += next.length;
      progress = parseMore(progress, next);
      isWhole = text.isEnded && position === text.length;
      return treeSoFar(progress, isWhole);
    },
    waiting: () => text.length - position,
    isUpToDate: () => position === text.length && text.isEnded === isWhole,
  };
}

/** How many characters fit in a frame, after one that took so long (ms), of which reading and rendering took `worked`. */
export function budgetAfter(budget: number, frame: number, worked: number): number {
  const change = frame > longFrame ? 0.5 : Math.min(maxGrowth, Math.max(0.5, frameTime / worked));
  return Math.round(Math.min(most, Math.max(fewest, budget * change)));
}

/** Runs in the first frame after this many milliseconds; returns a function that cancels it. */
function after(milliseconds: number, run: () => void): () => void {
  let stop = () => clearTimeout(timer);
  const timer = setTimeout(() => {
    stop = nextFrame(run);
  }, milliseconds);
  return () => stop();
}
