/**
 * The text of one reply while it grows: append only, listeners told at most once a frame.
 * It has no React and no provider in it; whoever streams appends, whoever shows listens.
 */
export interface ReplyText {
  /** The whole text so far. Joining is lazy; do not read it on every delta. */
  readonly value: string;
  /** Its length in UTF-16 code units, always current. */
  readonly length: number;
  readonly isEnded: boolean;
  append(delta: string): void;
  /** No more will come; what is left is flushed in the next frame. */
  end(): void;
  /** Called at most once a frame (a timer when the tab is hidden), after text was appended or the end was reached. */
  listen(listener: () => void): () => void;
}
