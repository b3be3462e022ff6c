/** Since when this node serves without a break: since it began, or could reach its database again. */
export function servingSince(now: () => number) {
  let since = now();
  let isBroken = false;
  return {
    since: () => since,
    /** Runs what is done regularly: as long as that fails, nothing is served. */
    async during<Result>(work: () => Promise<Result>): Promise<Result> {
      try {
        const result = await work();
        if (isBroken) since = now();
        isBroken = false;
        return result;
      } catch (error) {
        isBroken = true;
        throw error;
      }
    },
  };
}
export type Serving = ReturnType<typeof servingSince>;
