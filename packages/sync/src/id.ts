/** Milliseconds and counter of the last id that was made here. */
let last = { time: 0, counter: 0 };

/** 12 bits. */
const counters = 0x1000;

/**
 * A UUID of version 7 (RFC 9562, method 1): 48 bits of milliseconds, a counter of 12 bits, 62 random bits. Greater than
 * every id made here before, even when the clock is set back.
 */
export function newId(now = Date.now()): string {
  last = following(now);
  const random = crypto.getRandomValues(new Uint8Array(8));
  const time = last.time.toString(16).padStart(12, '0');
  const counter = last.counter.toString(16).padStart(3, '0');
  // The two highest bits are the variant.
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80;
  const rest = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${rest.slice(0, 4)}-${rest.slice(4)}`;
}

function following(now: number) {
  if (now > last.time) {
    // The lower half of its values, so that many more fit into this millisecond.
    const [seed = 0] = crypto.getRandomValues(new Uint16Array(1));
    return { time: now, counter: seed % (counters / 2) };
  }
  return last.counter + 1 < counters
    ? { time: last.time, counter: last.counter + 1 }
    : { time: last.time + 1, counter: 0 };
}

/** Any UUID in lower case. */
export const isId = (text: string): boolean =>
  text.length === 36 && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);
