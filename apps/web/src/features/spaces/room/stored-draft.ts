import type { Clock } from '../../../lib/schedule/clock.ts';
import { storage } from '../../../lib/state/storage.ts';

/** Milliseconds after the last key press until the text is stored. */
const pause = 300;

/** The unsent text of one space, restored after a reload. */
export function storedDraft(entry: string, clock: Clock) {
  let text: string | null = null;
  let callOff = () => {};

  function flush() {
    callOff();
    if (text === null) return;
    if (text === '') storage.remove(entry);
    else storage.write(entry, text);
    text = null;
  }

  return {
    read: () => storage.read(entry) ?? '',
    write(written: string) {
      text = written;
      callOff();
      callOff = clock.after(pause, flush);
    },
    flush,
  };
}
