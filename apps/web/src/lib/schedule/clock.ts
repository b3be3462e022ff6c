/** The time, and delayed calls. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls once after this many milliseconds, unless the returned function is called first. */
  after(milliseconds: number, then: () => void): () => void;
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, then) {
    const timer = setTimeout(then, milliseconds);
    return () => clearTimeout(timer);
  },
};
