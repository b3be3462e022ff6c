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

export function liveDocument(text: ReplyText): LiveDocument {
  let progress: Progress = initialProgress;
  let position = 0;
  let isWhole = false;
  let budget = first;
  let shownAt = Number.NEGATIVE_INFINITY;
  let workTime = 0;
  // Existing text is shown immediately: opening a conversation does not replay it.
  let tree: Tree = take(readAtOnce);
  const listeners = new Set<() => void>();
  let stop: (() => void) | undefined;
  let stopFrame: (() => void) | undefined;
  /** The planned update waits longer than for the next frame. */
  let isPausing = false;

  function take(characters: number): Tree {
    const next = text.readFrom(position, characters);
    position += next.length;
    progress = parseMore(progress, next);
    isWhole = text.isEnded && position === text.length;
    return treeSoFar(progress, isWhole);
  }

  /** New text is shown `pace` after the last update; after a pause, and at the end, in the next frame. */
  function plan() {
    if (isPausing && text.isEnded) cancel();
    if (stopFrame === undefined) flushAfter(text.isEnded ? 0 : shownAt + pace - performance.now());
  }

  function flushAfter(wait: number) {
    isPausing = wait > 0;
    stopFrame = isPausing ? after(wait, flush) : nextFrame(flush);
  }

  function cancel() {
    stopFrame?.();
    stopFrame = undefined;
  }

  function flush() {
    stopFrame = undefined;
    isPausing = false;
    const now = performance.now();
    const waiting = text.length - position;
    const wait = shownAt + floodPace - now;
    if (wait > 0 && waiting > floodThreshold && waiting < budget && !text.isEnded) return flushAfter(wait);
    shownAt = now;
    reportGrowth(waiting);
    tree = take(budget);
    for (const listener of listeners) listener();
    if (position === text.length) return;
    // React renders in a microtask of its own, which is queued before this one.
    queueMicrotask(() => {
      workTime = performance.now() - shownAt;
    });
    stopFrame ??= nextFrame(goOn);
  }

  function goOn() {
    const frame = performance.now() - shownAt;
    const change = frame > longFrame ? 0.5 : Math.min(maxGrowth, Math.max(0.5, frameTime / workTime));
    budget = Math.round(Math.min(most, Math.max(fewest, budget * change)));
    flush();
  }

  return {
    read: () => tree,
    listen(listener) {
      listeners.add(listener);
      stop ??= text.listen(plan);
      // Text may have arrived since the first reading, or only its end.
      if (position < text.length || text.isEnded !== isWhole) plan();
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

/** Runs in the first frame after this many milliseconds; returns a function that cancels it. */
function after(milliseconds: number, run: () => void): () => void {
  let stop = () => clearTimeout(timer);
  const timer = setTimeout(() => {
    stop = nextFrame(run);
  }, milliseconds);
  return () => stop();
}
