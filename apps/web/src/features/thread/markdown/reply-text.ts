import { nextFrame } from '../../../lib/frame.ts';

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
  /** At most so many characters from a position on, without joining what was before. */
  after(position: number, most: number): string;
  append(delta: string): void;
  /** No more will come for now; what is left is shown in the next frame. */
  end(): void;
  /** The text grows again: a cut-off reply that is continued. */
  reopen(): void;
  /** Called at most once a frame (a timer when the tab is hidden), after text was appended or the end was reached. */
  listen(listener: () => void): () => void;
}

export const replyText = (initial = ''): ReplyText => new Text(initial);

/** A class, since a long conversation holds thousands: its methods are there once. */
class Text implements ReplyText {
  length: number;
  isEnded = false;
  #pieces: string[];
  #isScheduled = false;
  #listeners: Set<() => void> | undefined;
  #listen: ReplyText['listen'] | undefined;

  constructor(initial: string) {
    this.#pieces = [initial];
    this.length = initial.length;
  }

  get value() {
    if (this.#pieces.length > 1) this.#pieces = [this.#pieces.join('')];
    return this.#pieces[0] ?? '';
  }

  after(position: number, most: number) {
    const pieces = this.#pieces;
    let start = this.length;
    let index = pieces.length;
    while (start > position && index > 0) start -= (pieces[--index] as string).length;
    const found: string[] = [];
    let room = most;
    for (; index < pieces.length && room > 0; index++) {
      const piece = pieces[index] as string;
      const from = Math.max(0, position - start);
      const part = piece.slice(from, from + room);
      start += piece.length;
      room -= part.length;
      found.push(part);
    }
    return found.join('');
  }

  append(delta: string) {
    if (delta === '') return;
    this.#pieces.push(delta);
    this.length += delta.length;
    this.#schedule();
  }

  end() {
    this.isEnded = true;
    this.#schedule();
  }

  reopen() {
    this.isEnded = false;
  }

  /** Handed over by itself, and the same every time; of most texts nobody ever asks for it. */
  get listen() {
    this.#listen ??= (listener) => {
      this.#listeners ??= new Set();
      this.#listeners.add(listener);
      return () => void this.#listeners?.delete(listener);
    };
    return this.#listen;
  }

  #schedule() {
    if (this.#isScheduled || !this.#listeners?.size) return;
    this.#isScheduled = true;
    nextFrame(() => {
      this.#isScheduled = false;
      for (const listener of this.#listeners ?? []) listener();
    });
  }
}

/** A text that is whole. */
export function endedText(whole: string): ReplyText {
  const text = replyText(whole);
  text.end();
  return text;
}
