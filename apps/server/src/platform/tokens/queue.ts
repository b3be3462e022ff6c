/** Runs a few pieces of work at a time; the others wait in line. */
export interface WorkQueue {
  /** Runs the work when its turn comes; if the line is full, calls `isFull` with a sensible wait (seconds). */
  run<Result>(work: () => Promise<Result>, isFull: (seconds: number) => never): Promise<Result>;
}

// libuv has four threads; signatures, files and DNS lookups need one while passwords are hashed.
const threads = Number(process.env.UV_THREADPOOL_SIZE) || 4;

export function queue(concurrency = Math.max(1, Math.min(3, threads - 1)), longest = 500): WorkQueue {
  let running = 0;
  const waiting: (() => void)[] = [];

  return {
    async run(work, isFull) {
      if (running >= concurrency) {
        if (waiting.length >= longest) return isFull(5);
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else {
        running += 1;
      }
      try {
        return await work();
      } finally {
        // The next one takes over the slot.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
