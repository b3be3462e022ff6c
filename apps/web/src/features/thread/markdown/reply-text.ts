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
