/** Milliseconds. Work may have waited for something, which took nobody's time. */
const longestRest = 5_000;

/**
 * Returns what does the work anew: one at a time, and once more for all calls during it. What fails is left.
 * @param rest how many times as long as it took others have before it is done again
 */
export function coalesced(work: () => Promise<unknown>, rest = 0): () => Promise<void> {
  let working: Promise<void> | null = null;
  let isWanted = false;

  async function run() {
    while (isWanted) {
      isWanted = false;
      const began = performance.now();
      await work().catch(() => {});
      const pause = Math.min(longestRest, rest * (performance.now() - began));
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    }
    working = null;
  }

  return () => {
    isWanted = true;
    working ??= run();
    return working;
  };
}
