/** What is being written, kept somewhere by whoever owns the thread. */
export interface Draft {
  read(): string;
  /** Called on every change; `''` once it is sent. */
  write(text: string): void;
}
