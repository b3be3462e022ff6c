import type { OpenRoom } from '../engine/open-room.ts';

/** Milliseconds between two read marks sent to the server. */
const period = 5_000;
/** Milliseconds after which who was away finds a line above what is new. */
const awayTime = 300_000;

interface Needs {
  room: Pick<OpenRoom, 'read'>;
  me: string;
  isVisible(): boolean;
  mark(number: number): Promise<unknown>;
  /** More was read on another device. */
  onReadElsewhere(): void;
  /** The page is shown again after a while; up to this number it had been read. */
  onReturned(readBefore: number): void;
  /** How many posts arrived while the room was visible on no device. */
  setUnseen(count: number): void;
}

/** Marks as read what is seen; to be told when the room changes, and when it is shown or hidden. */
export function readMarks({ room, me, isVisible, mark, onReadElsewhere, onReturned, setUnseen }: Needs) {
  let sentNumber = 0;
  let readTo = Number.POSITIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Since when it has been hidden; null: it is shown, infinity: it never was. */
  let hiddenAt: number | null = Number.POSITIVE_INFINITY;
  let seen = room.read().rows.at(-1)?.number ?? null;

  function send() {
    timer = undefined;
    const { own } = room.read();
    if (!own || seen === null || seen <= Math.max(sentNumber, own.read_number)) return;
    sentNumber = seen;
    // A failed mark is sent again with the next post.
    mark(seen).catch(() => {
      sentNumber = 0;
    });
  }

  function sendNow() {
    if (timer === undefined) return;
    clearTimeout(timer);
    send();
  }

  return {
    sendNow,
    changed() {
      const { own, rows } = room.read();
      if (!own) return;
      const isSeen = isVisible();
      const readBefore = Math.max(seen ?? 0, own.read_number);
      const isReturned = isSeen && hiddenAt !== null && Date.now() - hiddenAt >= awayTime;
      if (isSeen) hiddenAt = null;
      else hiddenAt ??= Date.now();
      if (isSeen || seen === null) seen = rows.at(-1)?.number ?? 0;
      if (!isSeen && own.read_number > Math.max(readTo, sentNumber)) onReadElsewhere();
      readTo = own.read_number;
      // What was read on another device is not new here.
      const from = Math.max(seen, own.read_number);
      setUnseen(
        isSeen
          ? 0
          : rows.filter(({ number, by_id, kind }) => number > from && kind === 'post' && by_id !== me).length,
      );
      // A browser may freeze a hidden page before the timer ends.
      if (!isSeen) sendNow();
      else timer ??= setTimeout(send, sentNumber === 0 ? 500 : period);
      if (isReturned) onReturned(readBefore);
    },
  };
}
