interface PollNeeds {
  /** When it rejects, that is all until the next time. */
  ask(): Promise<unknown>;
  /** From one question to the next, in ms. */
  every: number;
  /** Tabs with a poll of the same name take turns. */
  name: string;
}

interface Tab {
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
  /** Browsers offer none over plain http to another machine; there every tab asks for itself. */
  locks: Pick<LockManager, 'request'> | undefined;
}

const thisTab = (): Tab => ({ page: document, locks: navigator.locks });

/**
 * Asks again and again while somebody looks at the page; of all tabs of this browser only one does. Returns what starts
 * it, which returns what stops it: between the two nothing is forgotten of when it was asked last.
 */
export function openPoll({ ask, every, name }: PollNeeds, tab = thisTab): () => () => void {
  // Not by the clock on the wall, which may be set back.
  let askedAt = performance.now();

  function asking(signal: AbortSignal): Promise<void> {
    return new Promise((left) => {
      if (signal.aborted) return left();
      let timer: ReturnType<typeof setTimeout>;
      const next = () => {
        timer = setTimeout(work, Math.max(0, askedAt + every - performance.now()));
      };
      async function work() {
        askedAt = performance.now();
        await ask().catch(() => {});
        if (!signal.aborted) next();
      }
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        left();
      });
      next();
    });
  }

  return () => {
    const { page, locks } = tab();
    let turn: AbortController | null = null;

    function leave() {
      turn?.abort();
      turn = null;
    }

    function looked() {
      if (page.visibilityState !== 'visible') return leave();
      if (turn) return;
      turn = new AbortController();
      const { signal } = turn;
      // Rejects when it is left while it waits for its turn.
      if (locks) locks.request(name, { signal }, () => asking(signal)).catch(() => {});
      else void asking(signal);
    }

    page.addEventListener('visibilitychange', looked);
    looked();
    return () => {
      page.removeEventListener('visibilitychange', looked);
      leave();
    };
  };
}
