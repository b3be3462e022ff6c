import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How late the event loop has been since the last reading (milliseconds). */
export interface LoopDelay {
  mean: number;
  longest: number;
}

const resolution = 20;

/** Watches the event loop; each reading resets it. Stop it, or its timer runs forever. */
export function watchLoop() {
  const histogram = monitorEventLoopDelay({ resolution });
  histogram.enable();
  return {
    read(): LoopDelay {
      const late = (nanoseconds: number) => Math.max(0, Math.round(nanoseconds / 1e6) - resolution);
      // Nothing was counted: the loop was blocked all the time, or has only just started.
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
