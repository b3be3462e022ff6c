interface PollNeeds {
  /** If it rejects, the poll tries again next time. */
  ask(): Promise<unknown>;
  /** The interval, in ms. */
  every: number;
  /** Tabs with a poll of the same name take turns. */
  name: string;
}

interface Tab {
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
  /** Browsers offer none over plain http from another machine; there every tab polls. */
  locks: Pick<LockManager, 'request'> | undefined;
}

const thisTab = (): Tab => ({ page: document, locks: navigator.locks });

/**
 * Polls while the page is visible, in only one tab of this browser at a time. Returns a function that starts it, which
 * returns one that stops it; the time of the last poll is remembered in between.
 */
export function openPoll({ ask, every, name }: PollNeeds, tab = thisTab): () => () => void {
  // Not Date.now(), which may be set back.
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
      // Rejects if it is aborted while waiting for its turn.
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
