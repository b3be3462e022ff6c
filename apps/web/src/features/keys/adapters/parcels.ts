import type { AnswerEvent } from '@polylogue/providers';

/** Characters that wait at most while the page has not opened the parcel before: then nothing more is read. */
export const most = 32_768;
/** Milliseconds that what nobody sees, as a model's name, waits for words to go with. */
export const patience = 16;

interface Parcels {
  add(event: AnswerEvent): void;
  /** Settles when there is room for more. */
  room(): Promise<void> | undefined;
  /** The page has opened the last parcel. */
  taken(): void;
  /** Sends what waits, whatever became of the parcel before. */
  flush(isLast: boolean): void;
}

/**
 * Packs the events of one answer: a parcel goes when the page has opened the one before, which it does once a frame.
 * Texts that follow one another become one.
 */
export function parcels(send: (events: AnswerEvent[], isLast: boolean) => void): Parcels {
  let packed: AnswerEvent[] = [];
  let size = 0;
  let isUnderWay = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let goOn = () => {};

  function flush(isLast: boolean) {
    clearTimeout(timer);
    timer = undefined;
    const events = packed;
    packed = [];
    size = 0;
    isUnderWay = true;
    goOn();
    send(events, isLast);
  }

  return {
    add(event) {
      pack(packed, event);
      const isSeen = event.type === 'text' || event.type === 'reasoning';
      if (isSeen) size += event.text.length;
      if (isUnderWay) return;
      if (isSeen) flush(false);
      else timer ??= setTimeout(flush, patience, false);
    },
    room: () => (size < most ? undefined : new Promise((resolve) => (goOn = resolve))),
    taken() {
      isUnderWay = false;
      if (packed.length > 0) flush(false);
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
