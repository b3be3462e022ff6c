import type { JsonBounds } from '@polylogue/sync';
import {
  backslash,
  closeList,
  closeObject,
  colon,
  comma,
  openList,
  openObject,
  quote,
} from './characters.ts';

/** What JSON is, before it is parsed. */
type Looked =
  | 'too-much'
  | 'fine'
  /** It may have a name that stands for the prototype of an object: parse it with care. */
  | 'suspect';

const suspectLengths: ReadonlySet<number> = new Set(['__proto__', 'constructor'].map(({ length }) => length));

/**
 * Whether JSON has at most so many keys, items of lists and levels. Counts on its bytes (UTF-8), as far as a parser would
 * get: parsing what has many costs a hundred times as much. A key that is there twice counts twice, an empty list as one item.
 */
export function lookAt(bytes: Uint8Array, bounds: JsonBounds): Looked {
  let { keys, items } = bounds;
  const { length } = bytes;
  let depth = 0;
  /** One bit for each level, the innermost last: whether it is a list. */
  let lists = 0;
  /** Where the last text began and ended, and whether there was an escape in it. */
  let textAt = 0;
  let textEnd = 0;
  let isEscaped = false;
  let isSuspect = false;
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      at += 1;
      textAt = at;
      isEscaped = false;
      // Most bytes are those of texts: a loop of their own takes a third of the time.
      for (let inner = bytes[at]; inner !== quote && at < length; inner = bytes[at]) {
        if (inner === backslash) isEscaped = true;
        at += inner === backslash ? 2 : 1;
      }
      textEnd = at;
    } else if (byte === comma) {
      items -= lists & 1;
      if (items < 0) return 'too-much';
    } else if (byte === colon) {
      keys -= 1;
      if (keys < 0) return 'too-much';
      isSuspect ||= isEscaped || suspectLengths.has(textEnd - textAt);
    } else if (byte === openObject || byte === openList) {
      const isList = byte === openList ? 1 : 0;
      depth += 1;
      items -= isList;
      if (depth > bounds.depth || items < 0) return 'too-much';
      lists = (lists << 1) | isList;
    } else if (byte === closeObject || byte === closeList) {
      depth -= 1;
      lists >>>= 1;
    }
  }
  return isSuspect ? 'suspect' : 'fine';
}

export const isWithinBounds = (bounds: JsonBounds, bytes: Uint8Array): boolean =>
  lookAt(bytes, bounds) !== 'too-much';
