import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

/** What the server's main thread did between `begin` and `end` (milliseconds). */
export interface LoopReading {
  busy: number;
  /** In one piece, at most. */
  longest: number;
}

// Loaded into the server before everything else (`--import`).
const resolution = 1;
const delay = monitorEventLoopDelay({ resolution });
let before = performance.eventLoopUtilization();

process.on('message', (order) => {
  if (order === 'begin') {
    delay.enable();
    delay.reset();
    before = performance.eventLoopUtilization();
    process.send?.('begun');
  }
  if (order !== 'end') return;
  const busy = performance.eventLoopUtilization(before).active;
  // Once more around, so that the last piece is counted, too.
  setTimeout(() => {
    delay.disable();
    process.send?.({ busy, longest: Math.max(0, delay.max / 1e6 - resolution) } satisfies LoopReading);
  }, 2 * resolution);
});
