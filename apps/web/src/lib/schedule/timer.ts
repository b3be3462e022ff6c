/** One call that can be put off or called off. */
export function timer(after: (ms: number, work: () => void) => () => void) {
  let callOff: (() => void) | undefined;

  function stop() {
    callOff?.();
    callOff = undefined;
  }

  return {
    /** Instead of a call that is due. */
    start(ms: number, work: () => void) {
      stop();
      callOff = after(ms, () => {
        callOff = undefined;
        work();
      });
    },
    stop,
    isRunning: () => callOff !== undefined,
  };
}
