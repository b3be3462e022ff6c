import { inTurn } from '../page/locks.ts';

interface PollOptions {
  /** If it rejects, the poll tries again next time. */
  poll(): Promise<unknown>;
  /** The interval, in ms. */
  interval: number;
  /** Tabs with a poll of the same name take turns. */
  name: string;
}

type Page = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

/**
 * Polls while the page is visible, in only one tab of this browser at a time; without locks, in every tab. Returns a
 * function that starts it, which returns one that stops it; the time of the last poll is remembered in between.
 */
export function openPoll(
  { poll, interval, name }: PollOptions,
  pageOf = (): Page => document,
): () => () => void {
  // Not Date.now(), which may be set back.
  let polledAt = performance.now();

  function startPolling(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      let timer: ReturnType<typeof setTimeout>;
      const next = () => {
        timer = setTimeout(work, Math.max(0, polledAt + interval - performance.now()));
      };
      async function work() {
        polledAt = performance.now();
        await poll().catch(() => {});
        if (!signal.aborted) next();
      }
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
      next();
    });
  }

  return () => {
    const page = pageOf();
    let turn: AbortController | null = null;

    function leave() {
      turn?.abort();
      turn = null;
    }

    function visibilityChanged() {
      if (page.visibilityState !== 'visible') return leave();
      if (turn) return;
      turn = new AbortController();
      const { signal } = turn;
      // Rejects if it is aborted while waiting for its turn.
      inTurn(name, () => startPolling(signal), { signal }).catch(() => {});
    }

    page.addEventListener('visibilitychange', visibilityChanged);
    visibilityChanged();
    return () => {
      page.removeEventListener('visibilitychange', visibilityChanged);
      leave();
    };
  };
}
