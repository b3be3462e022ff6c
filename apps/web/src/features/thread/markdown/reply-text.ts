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

export function replyText(initial = ''): ReplyText {
  let pieces = initial === '' ? [] : [initial];
  let length = initial.length;
  let isEnded = false;
  let isScheduled = false;
  const listeners = new Set<() => void>();

  function schedule() {
    if (isScheduled || listeners.size === 0) return;
    isScheduled = true;
    nextFrame(() => {
      isScheduled = false;
      for (const listener of listeners) listener();
    });
  }

  return {
    get value() {
      if (pieces.length > 1) pieces = [pieces.join('')];
      return pieces[0] ?? '';
    },
    get length() {
      return length;
    },
    get isEnded() {
      return isEnded;
    },
    after(position, most) {
      let start = length;
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
    },
    append(delta) {
      if (delta === '') return;
      pieces.push(delta);
      length += delta.length;
      schedule();
    },
    end() {
      isEnded = true;
      schedule();
    },
    reopen() {
      isEnded = false;
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A text that is whole. */
export function endedText(whole: string): ReplyText {
  const text = replyText(whole);
  text.end();
  return text;
}
