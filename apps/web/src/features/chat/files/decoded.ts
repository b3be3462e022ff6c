import { looksLikeText, wideOrder } from './signatures.ts';

/** A text, and whether its bytes already were UTF-8. */
export interface Decoded {
  text: string;
  isUtf8: boolean;
  /** The encoding that was assumed, when the file does not say. */
  guessed?: string;
}

/** Reads a text in whatever encoding it was written; null when it is not text. */
export function decoded(bytes: Uint8Array): Decoded | null {
  const order = markedOrder(bytes) ?? wideOrder(bytes.subarray(0, 4096));
  if (order) return { text: new TextDecoder(order).decode(bytes), isUtf8: false };
  if (!looksLikeText(bytes)) return null;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isUtf8: true };
  } catch {
    // Text that is not UTF-8 nearly always comes from a western Windows, whose encoding gives every byte a meaning.
    return { text: new TextDecoder('windows-1252').decode(bytes), isUtf8: false, guessed: 'Windows-1252' };
  }
}

function markedOrder(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
}
