/** Holds pieces of answers back until a test lets them through by hand. */
export class Gate {
  #held = false;
  #passes = 0;
  #waiting: (() => void)[] = [];

  get isOpen(): boolean {
    return !this.#held;
  }

  /** From now on every piece waits. */
  hold(): void {
    this.#held = true;
    this.#passes = 0;
  }

  /** Lets the next `pieces` through; without a number everything, and holds no more. */
  release(pieces?: number): void {
    if (pieces === undefined) this.#held = false;
    else this.#passes += pieces;
    while (this.#waiting.length > 0 && (!this.#held || this.#passes > 0)) {
      if (this.#held) this.#passes -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** Resolves when this piece may go, or when the asker has hung up. */
  pass(signal: AbortSignal): Promise<void> | void {
    if (!this.#held || signal.aborted) return;
    if (this.#passes > 0) {
      this.#passes -= 1;
      return;
    }
    return new Promise((resolve) => {
      const go = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting = this.#waiting.filter((other) => other !== go);
        resolve();
      };
      this.#waiting.push(go);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
