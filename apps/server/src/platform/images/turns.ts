/** Does several people's work one after the other: everybody's first piece before anybody's second. */
export interface Turns {
  /** Does `work` when its turn comes. Returns undefined immediately if too much is waiting already. */
  take<Result>(asker: string, work: () => Promise<Result>): Promise<Result> | undefined;
}

export interface Patience {
  /** How many pieces of work may wait per asker, and in total. */
  each: number;
  all: number;
}

export function turns({ each, all }: Patience): Turns {
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
    const [asker, line] = first;
    const work = line.shift();
    waiting.delete(asker);
    if (line.length > 0) waiting.set(asker, line);
    length -= 1;
    return work;
  }

  return {
    take(asker, work) {
      const line = waiting.get(asker) ?? [];
      if (line.length >= each || length >= all) return undefined;
      return new Promise((resolve, reject) => {
        line.push(() => work().then(resolve, reject));
        waiting.set(asker, line);
        length += 1;
        void go();
      });
    },
  };
}
