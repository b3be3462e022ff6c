/** The text being written, stored by the owner of the thread. */
export interface Draft {
  read(): string;
  /** Called on every change; `''` once it is sent. */
  write(text: string): void;
}
