/** Runs the functions it is given, a limited number at a time, in order. */
export function limitConcurrency(limit: number): <Result>(run: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (run) => {
    if (running >= limit) await new Promise<void>((next) => waiting.push(next));
    else running++;
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      // The next one waiting takes over the slot.
      if (next) next();
      else running--;
    }
  };
}
