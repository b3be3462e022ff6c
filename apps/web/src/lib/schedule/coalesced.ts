/** Returns what does the work anew: one at a time, and once more for all calls during it. What fails is left. */
export function coalesced(work: () => Promise<unknown>): () => void {
  let isWorking = false;
  let isWanted = false;

  async function run() {
    isWorking = true;
    while (isWanted) {
      isWanted = false;
      await work().catch(() => {});
    }
    isWorking = false;
  }

  return () => {
    isWanted = true;
    if (!isWorking) void run();
  };
}
