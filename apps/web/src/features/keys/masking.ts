import { isPlaceholder } from '@polylogue/providers/placeholder';
import { isKeyShaped } from './stored-setting.ts';

/** Shown instead of a key. */
const dots = '•••';
/** Minimum length of a key; a shorter one may be an ordinary word. */
const shortest = 8;

/** Masks keys in texts. */
export interface Masker {
  /** For a complete text. */
  text(text: string): string;
  /** For a text that arrives in pieces. @param before the text it continues, which is already shown */
  pieces(before?: string): MaskedPieces;
}

/** A key may be split across pieces, so text that could be the start of one is held back until the next piece. */
interface MaskedPieces {
  /** Returns what can be shown. */
  add(piece: string): string;
  /** Returns what is still held back when nothing more arrives. */
  end(): string;
}

export function masker(keys: readonly string[]): Masker {
  const secrets = keys
    .map((key) => key.trim())
    .filter((key) => key.length >= shortest && isKeyShaped(key) && !isPlaceholder(key));
  // Longest first, so that nothing is left of a key that begins with another.
  const spellings = [...new Set(secrets.flatMap(spellingsOf))].sort((a, b) => b.length - a.length);

  const text = (text: string) =>
    spellings.reduce((masked, spelling) => masked.replaceAll(spelling, dots), text);

  function pieces(before = ''): MaskedPieces {
    /** The end of the text so far, where a key may have begun; its first `shown` characters are shown. */
    let begun = before.slice(beginningAt(before, spellings));
    let shown = begun.length;
    return {
      add(piece) {
        const now = text(begun + piece);
        const isShown = now.startsWith(begun.slice(0, shown));
        const from = isShown ? shown : 0;
        const to = beginningAt(now, spellings);
        begun = now.slice(to);
        shown = Math.max(0, from - to);
        return now.slice(from, to);
      },
      end() {
        const rest = begun.slice(shown);
        const masked = rest !== '' && isMostOfOne(begun, spellings) ? dots : rest;
        begun = '';
        shown = 0;
        return masked;
      },
    };
  }

  return { text, pieces };
}

/** Plain, URL-encoded and in JSON; the same for most keys. Anything else takes intent, and knowing the key. */
const spellingsOf = (key: string) => [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)];

/** Where the longest end of the text that could be the start of a key begins; the text's length when there is none. */
function beginningAt(text: string, keys: readonly string[]): number {
  let first = text.length;
  for (const key of keys) {
    const start = key.charAt(0);
    let at = text.indexOf(start, Math.max(0, text.length - key.length + 1));
    while (at !== -1 && at < first) {
      if (key.startsWith(text.slice(at))) first = at;
      at = text.indexOf(start, at + 1);
    }
  }
  return first;
}

/** A text that ends inside a key shows less than half of it; the prefix that all keys of a provider share is shorter. */
const isMostOfOne = (begun: string, keys: readonly string[]): boolean =>
  begun.length >= shortest && keys.some((key) => key.startsWith(begun) && begun.length >= key.length / 2);
