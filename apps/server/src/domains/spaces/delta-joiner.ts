import type { TurnEffect } from '@polylogue/sync/turns';

type DeltaEffect = Extract<TurnEffect, { type: 'delta' }>;

/** Frames a second that this node sends to readers for answers; above it, pieces are joined. */
const framesPerSecond = 10_000;
/** The longest that a piece waits for the next one (milliseconds): four frames a second. */
const longest = 250;

interface JoinerDeps {
  /** How many sockets the answers of this node go to, all together. */
  readers(): number;
  show(delta: DeltaEffect): void;
  now: () => number;
}

/** Sends the pieces of one answer on: at once, or joined while many answers go to many readers. */
export function deltaJoiner({ readers, show, now }: JoinerDeps) {
  let waiting: DeltaEffect | undefined;
  let shownAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  function flush() {
    clearTimeout(timer);
    timer = undefined;
    if (!waiting) return;
    shownAt = now();
    show(waiting);
    waiting = undefined;
  }

  return {
    flush,
    add(delta: DeltaEffect) {
      const isNext = waiting?.epoch === delta.epoch && waiting.offset + waiting.text.length === delta.offset;
      if (waiting && isNext) waiting = { ...waiting, text: waiting.text + delta.text };
      else {
        flush();
        waiting = delta;
      }
      const pause = Math.min(longest, (readers() / framesPerSecond) * 1_000);
      const wait = shownAt + pause - now();
      if (wait <= 1) flush();
      else timer ??= setTimeout(flush, wait).unref();
    },
  };
}
