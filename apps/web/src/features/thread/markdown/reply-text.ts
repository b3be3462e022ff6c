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

export const replyText = (initial = ''): ReplyText => new Text(initial, false);

/** A text that is whole. */
export const endedText = (whole: string): ReplyText => new Text(whole, true);

/** A class, since a long conversation holds thousands: its methods are there once. */
class Text implements ReplyText {
  length: number;
  isEnded: boolean;
  #pieces: string | string[];
  /** Made when somebody listens: nobody does to most of them. */
  #ear: Ear | null = null;

  constructor(initial: string, isEnded: boolean) {
    this.#pieces = initial;
    this.length = initial.length;
    this.isEnded = isEnded;
  }

  get value() {
    if (typeof this.#pieces !== 'string') this.#pieces = this.#pieces.join('');
    return this.#pieces;
  }

  after(position: number, most: number) {
    const pieces = typeof this.#pieces === 'string' ? [this.#pieces] : this.#pieces;
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
    if (typeof this.#pieces === 'string') this.#pieces = [this.#pieces];
    this.#pieces.push(delta);
    this.length += delta.length;
    this.#ear?.hear();
  }

  end() {
    this.isEnded = true;
    this.#ear?.hear();
  }

  reopen() {
    this.isEnded = false;
  }

  get listen() {
    this.#ear ??= ear();
    return this.#ear.listen;
  }
}

interface Ear {
  /** Handed over by itself, and the same every time. */
  listen: ReplyText['listen'];
  hear(): void;
}

function ear(): Ear {
  const listeners = new Set<() => void>();
  let isScheduled = false;
  return {
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    hear() {
      if (isScheduled || listeners.size === 0) return;
      isScheduled = true;
      nextFrame(() => {
        isScheduled = false;
        for (const listener of listeners) listener();
      });
    },
  };
}
