/** Returns what does the work anew: one at a time, and once more for all calls during it. What fails is left. */
export function coalesced(work: () => Promise<unknown>): () => Promise<void> {
  let working: Promise<void> | null = null;
  let isWanted = false;

  async function run() {
    while (isWanted) {
      isWanted = false;
      await work().catch(() => {});
    }
    working = null;
  }

  return () => {
    isWanted = true;
    working ??= run();
    return working;
  };
}
