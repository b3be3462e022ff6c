import type { TurnEffect } from '@polylogue/sync/turns';

type DeltaEffect = Extract<TurnEffect, { type: 'delta' }>;

/** Frames a second that this node sends to readers for answers; above it, pieces are joined. */
const framesPerSecond = 10_000;
/** How long a piece waits for the next one at most (milliseconds): four frames a second. */
const maxDelay = 250;

interface BatcherDeps {
  /** How many sockets the answers of this node go to, all together. */
  readers(): number;
  send(delta: DeltaEffect): void;
  now: () => number;
}

/** Forwards the pieces of one answer: immediately, or joined while many answers go to many readers. */
export function deltaBatcher({ readers, send, now }: BatcherDeps) {
  let batch: DeltaEffect | undefined;
  let sentAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  function flush() {
    clearTimeout(timer);
    timer = undefined;
    if (!batch) return;
    sentAt = now();
    send(batch);
    batch = undefined;
  }

  return {
    flush,
    add(delta: DeltaEffect) {
      const isNext = batch?.epoch === delta.epoch && batch.offset + batch.text.length === delta.offset;
      if (batch && isNext) batch = { ...batch, text: batch.text + delta.text };
      else {
        flush();
        batch = delta;
      }
      const pause = Math.min(maxDelay, (readers() / framesPerSecond) * 1_000);
      const wait = sentAt + pause - now();
      if (wait <= 1) flush();
      else timer ??= setTimeout(flush, wait).unref();
    },
  };
}
