/** Something that goes wrong in the world outside, and what must hold all the same. */
export interface Fault {
  name: string;
  /** What holds, as a sentence. */
  summary: string;
  /**
   * Throws when it does not hold; answers why when it cannot be tried here. What is killed again and again is killed
   * `cycles` times.
   */
  run(say: (line: string) => void, cycles: number): Promise<{ skipped: string } | undefined>;
}
