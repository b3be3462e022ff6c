/** Something that goes wrong outside the program, and what must hold despite it. */
export interface Fault {
  name: string;
  /** What holds, as a sentence. */
  summary: string;
  /**
   * Throws if it does not hold; returns the reason if it cannot be tried here. Faults that kill something repeatedly
   * do so `cycles` times, and let it take `patience` times as long to be back.
   */
  run(
    say: (line: string) => void,
    cycles: number,
    patience: number,
  ): Promise<{ skipped: string } | undefined>;
}
