/**
 * Does the work when its turn among the tabs of this browser has come. At once where there are no locks: browsers offer
 * none over plain http from another machine, and refuse them to a site that may not store anything.
 */
export async function inTurn<Result>(
  name: string,
  work: () => Promise<Result>,
  options: LockOptions = {},
): Promise<Result> {
  let result: Promise<Result> | undefined;
  const begin = () => {
    result ??= work();
    return result;
  };
  try {
    return await navigator.locks.request(name, options, begin);
  } catch {
    options.signal?.throwIfAborted();
    return begin();
  }
}

/** The locks of this browser's tabs; neither list where there are no locks. */
export async function queryLocks(): Promise<LockManagerSnapshot> {
  try {
    return await navigator.locks.query();
  } catch {
    return {};
  }
}
