import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How late the event loop has been since it was last asked, in milliseconds. */
export interface LoopDelay {
  mean: number;
  longest: number;
}

const resolution = 20;

/** Watches the event loop; each reading begins anew. Stop it, or it costs a timer for ever. */
export function watchLoop() {
  const histogram = monitorEventLoopDelay({ resolution });
  histogram.enable();
  return {
    read(): LoopDelay {
      const late = (nanoseconds: number) => Math.max(0, Math.round(nanoseconds / 1e6) - resolution);
      // Nothing was counted when the loop stood still all the time, or has only just begun.
      const isEmpty = histogram.count === 0;
      const delay = isEmpty
        ? { mean: 0, longest: 0 }
        : { mean: late(histogram.mean), longest: late(histogram.max) };
      histogram.reset();
      return delay;
    },
    stop: () => void histogram.disable(),
  };
}
