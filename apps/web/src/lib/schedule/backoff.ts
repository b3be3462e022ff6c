/** The first pause before a retry, in ms: doubled each time, up to a minute. */
const first = 5_000;
const longest = 60_000;

/** The pauses between retries. */
export interface Backoff {
  /** Calls back after the next pause, or as soon as there is a connection. Callers already waiting keep waiting. */
  wait(act: () => void): void;
  stop(): void;
}

export function openBackoff(): Backoff {
  let pause = first;
  let end: (() => void) | undefined;

  function stop() {
    end?.();
    end = undefined;
  }

  return {
    wait(act) {
      if (end) return;
      const over = () => {
        stop();
        act();
      };
      const timer = setTimeout(over, pause);
      pause = Math.min(2 * pause, longest);
      addEventListener('online', over);
      end = () => {
        clearTimeout(timer);
        removeEventListener('online', over);
      };
    },
    stop,
  };
}
