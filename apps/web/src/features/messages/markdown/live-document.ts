import type { Tree } from '@polylogue/markdown';
import { nothingYet, type Progress, readOn, treeSoFar } from '@polylogue/markdown';
import { nextFrame } from '../../../lib/schedule/frame.ts';
import type { ReplyText } from '../reply-text.ts';
import { textGrew, unreadable } from './near-screen.ts';

/** A growing text as a tree, updated at a pace that can be read. */
export interface LiveDocument {
  read(): Tree;
  listen(listener: () => void): () => void;
}

/** Characters of a burst read in one frame, adapted to what the device manages. */
const fewest = 4096;
const first = 24_576;
const most = 65_536;
/** Characters of the initial text read at once: a book takes a few frames. */
export const atOnce = 262_144;
/** Milliseconds of reading and rendering that fit in a frame, and the most the budget may grow by at a time. */
const room = 16;
const daring = 3;
/** A frame longer than this is too long, whatever the cause. */
const longFrame = 100;
/** Milliseconds between two paints: every second frame of most screens. Nobody reads sixty a second. */
const pace = 25;
/** Milliseconds between two frames of a flood: nobody reads it, so a glimpse of it will do. */
const glimpse = 80;

export function liveDocument(text: ReplyText): LiveDocument {
  let progress: Progress = nothingYet;
  let position = 0;
  let isWhole = false;
  let budget = first;
  let shownAt = Number.NEGATIVE_INFINITY;
  let worked = 0;
  // Text that is already there is shown at once: opening a conversation does not play it back.
  let tree: Tree = take(atOnce);
  const listeners = new Set<() => void>();
  let stop: (() => void) | undefined;
  let stopFrame: (() => void) | undefined;
  /** The planned update waits longer than for the next frame. */
  let isPausing = false;

  function take(characters: number): Tree {
    const next = text.after(position, characters);
    position += next.length;
    progress = readOn(progress, next);
    isWhole = text.isEnded && position === text.length;
    return treeSoFar(progress, isWhole);
  }

  /** New text is shown `pace` after the last update; after a pause, and at the end, in the next frame. */
  function plan() {
    if (isPausing && text.isEnded) callOff();
    if (stopFrame === undefined) flushAfter(text.isEnded ? 0 : shownAt + pace - performance.now());
  }

  function flushAfter(wait: number) {
    isPausing = wait > 0;
    stopFrame = isPausing ? after(wait, flush) : nextFrame(flush);
  }

  function callOff() {
    stopFrame?.();
    stopFrame = undefined;
  }

  function flush() {
    stopFrame = undefined;
    isPausing = false;
    const now = performance.now();
    const waiting = text.length - position;
    const wait = shownAt + glimpse - now;
    if (wait > 0 && waiting > unreadable && waiting < budget && !text.isEnded) return flushAfter(wait);
    shownAt = now;
    textGrew(waiting);
    tree = take(budget);
    for (const listener of listeners) listener();
    if (position === text.length) return;
    // React renders in a microtask of its own, which is queued before this one.
    queueMicrotask(() => {
      worked = performance.now() - shownAt;
    });
    stopFrame ??= nextFrame(goOn);
  }

  function goOn() {
    const frame = performance.now() - shownAt;
    const change = frame > longFrame ? 0.5 : Math.min(daring, Math.max(0.5, room / worked));
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
        callOff();
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
