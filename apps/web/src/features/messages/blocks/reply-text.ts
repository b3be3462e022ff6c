/**
 * The text of one reply while it grows: append only; listeners are notified of each delta.
 * It knows neither React nor providers; the streaming side appends, the displaying side listens.
 */
export interface ReplyText {
  /** The whole text so far. Joining is lazy; do not read it on every delta. */
  readonly value: string;
  /** Its length in UTF-16 code units, always current. */
  readonly length: number;
  readonly isEnded: boolean;
  /** At most this many characters from a position on, without joining what comes before. */
  readFrom(position: number, most: number): string;
  append(delta: string): void;
  /** No more text will arrive for now. */
  end(): void;
  /** The text grows again: a cut-off reply that is continued. */
  reopen(): void;
  /** Called after each delta, and at the end. Listeners that paint set their own pace. */
  listen(listener: () => void): () => void;
}

export const replyText = (initial = ''): ReplyText => new Text(initial, false);

/** A complete text. */
export const endedText = (whole: string): ReplyText => new Text(whole, true);

/** A class, since a long conversation holds thousands: its methods exist only once. */
class Text implements ReplyText {
  length: number;
  isEnded: boolean;
  #pieces: string | string[];
  /** Created on first use: most texts have no listeners. */
  #listeners: Set<() => void> | null = null;

  constructor(initial: string, isEnded: boolean) {
    this.#pieces = initial;
    this.length = initial.length;
    this.isEnded = isEnded;
  }

  get value() {
    if (typeof this.#pieces !== 'string') this.#pieces = this.#pieces.join('');
    return this.#pieces;
  }

  readFrom(position: number, most: number) {
    const pieces = typeof this.#pieces === 'string' ? [this.#pieces] : this.#pieces;
    let start = this.length;
    let index = pieces.length;
    while (start > position && index > 0) start -= (pieces[--index] as string).length;
    const found: string[] = [];
    let left = most;
    for (; index < pieces.length && left > 0; index++) {
      const piece = pieces[index] as string;
      const from = Math.max(0, position - start);
      const part = piece.slice(from, from + left);
      start += piece.length;
      left -= part.length;
      found.push(part);
    }
    return found.join('');
  }

  append(delta: string) {
    if (delta === '') return;
    if (typeof this.#pieces === 'string') this.#pieces = [this.#pieces];
    this.#pieces.push(delta);
    this.length += delta.length;
    this.#notify();
  }

  end() {
    this.isEnded = true;
    this.#notify();
  }

  reopen() {
    this.isEnded = false;
  }

  listen(listener: () => void) {
    this.#listeners ??= new Set();
    const listeners = this.#listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  #notify() {
    for (const listener of this.#listeners ?? []) listener();
  }
}
