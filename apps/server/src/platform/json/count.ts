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

/**
 * Whether JSON has at most so many keys, items of lists and levels. Counts on its bytes (UTF-8), as far as a parser would
 * get: parsing what has many costs a hundred times as much. A key that is there twice counts twice, an empty list as one item.
 */
export function isWithin(bounds: JsonBounds, bytes: Uint8Array): boolean {
  let { keys, items } = bounds;
  let depth = 0;
  /** One bit for each level, the innermost last: whether it is a list. */
  let lists = 0;
  let isInText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isInText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isInText = false;
    } else if (byte === quote) isInText = true;
    else if (byte === comma) {
      items -= lists & 1;
      if (items < 0) return false;
    } else if (byte === colon) {
      keys -= 1;
      if (keys < 0) return false;
    } else if (byte === openObject || byte === openList) {
      const isList = byte === openList ? 1 : 0;
      depth += 1;
      items -= isList;
      if (depth > bounds.depth || items < 0) return false;
      lists = (lists << 1) | isList;
    } else if (byte === closeObject || byte === closeList) {
      depth -= 1;
      lists >>>= 1;
    }
  }
  return true;
}
