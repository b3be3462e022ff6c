/** Runs what it is given, so many at a time and in the order they came. */
export function fewAtOnce(most: number): <Result>(run: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (run) => {
    if (running >= most) await new Promise<void>((next) => waiting.push(next));
    else running++;
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      // The next one that waits takes the place.
      if (next) next();
      else running--;
    }
  };
}
