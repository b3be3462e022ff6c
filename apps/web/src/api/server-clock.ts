import type { SafeStorage } from '../lib/state/storage.ts';

/** The server's time, as far as this browser knows it: its own clock may be hours off. */
export interface ServerClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Compares the clocks, by the Date header of a response that has just arrived. */
  calibrate(response: Pick<Response, 'headers'>): void;
}

interface ServerClockNeeds {
  now(): number;
  storage: Pick<SafeStorage, 'read' | 'write'>;
}

const entry = 'polylogue.clock_offset';
/** A Date header has whole seconds and spends time on the wire: a difference below this, in ms, means nothing. */
const noise = 3_000;

export function serverClock({ now, storage }: ServerClockNeeds): ServerClock {
  // Stored, so that a page that opens with a wrong clock does not refresh a token that is still good.
  let offset = Number(storage.read(entry)) || 0;
  return {
    now: () => now() + offset,
    calibrate({ headers }) {
      const date = Date.parse(headers.get('date') ?? '');
      if (Number.isNaN(date)) return;
      const seen = date + 500 - now();
      if (Math.abs(seen - offset) < noise) return;
      offset = seen;
      storage.write(entry, String(Math.round(offset)));
    },
  };
}
