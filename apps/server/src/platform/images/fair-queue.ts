/** Runs one piece of work at a time, taking turns by requester: everyone's first piece before anyone's second. */
export interface FairQueue {
  /** Does `work` when its turn comes. Returns undefined immediately if too much is waiting already. */
  run<Result>(requester: string, work: () => Promise<Result>): Promise<Result> | undefined;
}

export interface QueueLimits {
  /** How many pieces of work may wait per requester, and in total. */
  perRequester: number;
  total: number;
}

export function fairQueue({ perRequester, total }: QueueLimits): FairQueue {
  // In the order of their next turns.
  const waiting = new Map<string, (() => Promise<void>)[]>();
  let isBusy = false;
  let length = 0;

  async function go() {
    if (isBusy) return;
    isBusy = true;
    for (let next = nextOne(); next; next = nextOne()) await next();
    isBusy = false;
  }

  function nextOne(): (() => Promise<void>) | undefined {
    const [first] = waiting;
    if (!first) return undefined;
    const [requester, queue] = first;
    const work = queue.shift();
    waiting.delete(requester);
    if (queue.length > 0) waiting.set(requester, queue);
    length -= 1;
    return work;
  }

  return {
    run(requester, work) {
      const queue = waiting.get(requester) ?? [];
      if (queue.length >= perRequester || length >= total) return undefined;
      return new Promise((resolve, reject) => {
        queue.push(() => work().then(resolve, reject));
        waiting.set(requester, queue);
        length += 1;
        void go();
      });
    },
  };
}
