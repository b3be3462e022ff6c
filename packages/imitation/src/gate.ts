/** Holds back pieces of answers until a test releases them. */
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

  /** Lets the next `pieces` through; without a number, all, and the gate stays open. */
  release(pieces?: number): void {
    if (pieces === undefined) this.#held = false;
    else this.#passes += pieces;
    while (this.#waiting.length > 0 && (!this.#held || this.#passes > 0)) {
      if (this.#held) this.#passes -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** Resolves when this piece may go, or when the client has disconnected. */
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
