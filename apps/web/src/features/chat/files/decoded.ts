import { looksLikeText, wideOrder } from './marks.ts';

/** A text, and whether its bytes were UTF-8 already. */
export interface Decoded {
  text: string;
  isUtf8: boolean;
  /** The encoding it was taken to be in, where nothing in it says so. */
  guessed?: string;
}

/** Reads a text in whichever encoding it was written; null for what is none. */
export function decoded(bytes: Uint8Array): Decoded | null {
  const order = markedOrder(bytes) ?? wideOrder(bytes.subarray(0, 4096));
  if (order) return { text: new TextDecoder(order).decode(bytes), isUtf8: false };
  if (!looksLikeText(bytes)) return null;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isUtf8: true };
  } catch {
    // What is not UTF-8 was nearly always written on a western Windows; every byte is a letter of it.
    return { text: new TextDecoder('windows-1252').decode(bytes), isUtf8: false, guessed: 'Windows-1252' };
  }
}

function markedOrder(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
}
