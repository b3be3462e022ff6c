import { looksLikeText, wideOrder } from './signatures.ts';

/** A text, and whether its bytes already were UTF-8. */
export interface Decoded {
  text: string;
  isUtf8: boolean;
  /** The encoding that was assumed, when the file does not say. */
  guessed?: string;
}

/** Reads a text in whatever encoding it was written; null when it is not text, or its encoding cannot be told. */
export function decoded(bytes: Uint8Array): Decoded | 'unknown' | null {
  const order = markedOrder(bytes) ?? wideOrder(bytes.subarray(0, 4096));
  if (order) return { text: new TextDecoder(order).decode(bytes), isUtf8: false };
  if (!looksLikeText(bytes)) return null;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isUtf8: true };
  } catch {
    // That encoding gives every byte a meaning: what has none in a western language is in another encoding.
    const text = new TextDecoder('windows-1252').decode(bytes);
    if (!isWestern(text)) return 'unknown';
    return { text, isUtf8: false, guessed: 'Windows-1252' };
  }
}

// Letters of western languages, but not the symbols between them, which other encodings have instead of letters.
const accented = /[À-ÖØ-öø-ÿŒœŠšŽžŸƒ]/g;
const strange = /[\p{L}][^\p{ASCII}\p{L}’´·ªº°²³\u00ad–—…][\p{L}]|[\u0080-\u009f]|[ÐÞðþ×÷¦¤¬¸]/gu;
const pairs = /(?!.ß|[éèêëï]{2})[^\p{ASCII}\s“”„‘’«»…–—°]{2}/gu;

/** Whether letters stand where western languages have them: rarely side by side, and no symbols within words. */
function isWestern(text: string): boolean {
  const letters = text.match(accented)?.length ?? 0;
  const odd = (text.match(strange)?.length ?? 0) + (text.match(pairs)?.length ?? 0);
  return odd <= 1 || odd < letters / 4;
}

function markedOrder(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
}
