interface LeavingNeeds {
  page: {
    addEventListener(name: 'beforeunload', listener: (event: Pick<Event, 'preventDefault'>) => void): void;
    addEventListener(name: 'pagehide' | 'pageshow' | 'visibilitychange', listener: () => void): void;
  };
  /** Calls once after this many milliseconds. */
  after(milliseconds: number, then: () => void): void;
  /** The last chance to store things. */
  store(): void;
  /** Whether leaving now would lose something. */
  wouldLose(): boolean;
}

export interface Leaving {
  /** Resolves at once, or, while the page is being left, when it stays after all, or the signal fires. */
  stays(signal: AbortSignal): Promise<void>;
}

/** How long a page may still be there although it is being left (milliseconds): the next one may be slow to come. */
const patience = 10_000;

/**
 * Asks before the page is left, but only if there is something to lose. Browsers end the requests of a page that is
 * being left as if the network had failed, before they tell the page so for certain: whoever asks learns whether it stays.
 */
export function openLeaving({ page, after, store, wouldLose }: LeavingNeeds): Leaving {
  let isLeaving = false;
  /** Times that it was left. */
  let left = 0;
  let staying = Promise.withResolvers<void>();

  function leave() {
    isLeaving = true;
    left += 1;
    return left;
  }

  function stay() {
    isLeaving = false;
    staying.resolve();
    staying = Promise.withResolvers();
  }

  page.addEventListener('beforeunload', (event) => {
    store();
    if (wouldLose()) event.preventDefault();
    const time = leave();
    // First in turn after a question whether to leave, which holds up everything.
    after(0, () => after(patience, () => time === left && stay()));
  });
  page.addEventListener('pagehide', () => {
    store();
    leave();
  });
  // Phones close a tab without notice; being hidden is the last event a page gets.
  page.addEventListener('visibilitychange', store);
  page.addEventListener('pageshow', stay);

  return {
    async stays(signal) {
      if (!isLeaving || signal.aborted) return;
      const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      await Promise.race([staying.promise, aborted]);
    },
  };
}
