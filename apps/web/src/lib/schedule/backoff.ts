const second = 1_000;

/**
 * Milliseconds until the next attempt after so many failures in a row: longer each time, up to a minute.
 * @param random from 0 to 1; full jitter, so that browsers that lost the same server do not all come back at once
 * @param longest milliseconds
 */
export const pauseAfter = (failures: number, random: number, longest = 60 * second): number =>
  second + random * Math.min(longest - second, 2 ** failures * second);

/** The pauses between retries. */
export interface Backoff {
  /** Calls back after the next pause, or as soon as there is a connection. Callers already waiting keep waiting. */
  wait(act: () => void): void;
  stop(): void;
}

export function openBackoff(): Backoff {
  let failures = 0;
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
      failures += 1;
      const timer = setTimeout(over, pauseAfter(failures, Math.random()));
      addEventListener('online', over);
      end = () => {
        clearTimeout(timer);
        removeEventListener('online', over);
      };
    },
    stop,
  };
}
