import type { AnswerEvent } from '@polylogue/providers';

/**
 * Milliseconds between two parcels of an answer: about a frame, since more often nobody can see it. What can be seen
 * goes at once when the last parcel was longer ago.
 */
export const pause = 16;

interface Parcels {
  add(event: AnswerEvent): void;
  /** Sends what waits, whenever the last parcel was. */
  flush(isLast: boolean): void;
}

/** Packs the events of one answer together; texts that follow one another become one. */
export function parcels(send: (events: AnswerEvent[], isLast: boolean) => void, now: () => number): Parcels {
  let packed: AnswerEvent[] = [];
  let sentAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(isLast: boolean) {
    clearTimeout(timer);
    timer = undefined;
    sentAt = now();
    const events = packed;
    packed = [];
    send(events, isLast);
  }

  return {
    add(event) {
      pack(packed, event);
      const isSeen = event.type === 'text' || event.type === 'reasoning';
      if (isSeen && now() - sentAt >= pause) flush(false);
      else timer ??= setTimeout(flush, pause, false);
    },
    flush,
  };
}

function pack(packed: AnswerEvent[], event: AnswerEvent): void {
  const last = packed.at(-1);
  const isMore = (event.type === 'text' || event.type === 'reasoning') && last?.type === event.type;
  if (isMore) packed[packed.length - 1] = { type: event.type, text: last.text + event.text };
  else packed.push(event);
}
