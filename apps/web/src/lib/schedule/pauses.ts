/** Before something is tried again, in ms: twice as long every time, up to a minute. */
const first = 5_000;
const longest = 60_000;

/** The pauses between one try and the next. */
export interface Pauses {
  /** Calls back once it may be tried again: after a while, or as soon as there is a connection. Who waits already waits on. */
  wait(act: () => void): void;
  stop(): void;
}

export function openPauses(): Pauses {
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
