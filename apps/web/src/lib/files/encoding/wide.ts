import { commonCharacters } from './languages.ts';

/** Whether there are bytes below a space that occur in no text: tab, line ends, form feed and escape do. */
export function hasControls(bytes: Uint8Array): boolean {
  // A loop: a file may have ten million.
  for (const byte of bytes) if (byte < 0x20 && (byte < 0x09 || (byte > 0x0d && byte !== 0x1b))) return true;
  return false;
}

/** Byte order of UTF-16 without a byte order mark: one of the two bytes of most letters is zero. Null when it is not such text. */
export function wideOrder(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const pairs = Math.floor(head.length / 2);
  if (pairs < 2) return null;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < pairs * 2; at += 2) {
    if (head[at] === 0) even++;
    if (head[at + 1] === 0) odd++;
  }
  if (odd > pairs * 0.7 && even < pairs * 0.02) return 'utf-16le';
  return even > pairs * 0.7 && odd < pairs * 0.02 ? 'utf-16be' : null;
}

/** Whether the first bytes of a file may be UTF-16 in any language: most of its characters are in use somewhere. */
export function mayBeWide(head: Uint8Array): boolean {
  return head.length >= 4 && (familiarIn(head, 'utf-16le') > 0.5 || familiarIn(head, 'utf-16be') > 0.5);
}

const common = new Set(Object.values(commonCharacters).join(''));
const scripts =
  /[\t\n\r -~\u00a0-\u024f\u0370-\u052f\u05d0-\u05ea\u0600-\u06ff\u0e01-\u0e5b\u1ea0-\u1eff\u2010-\u203a\u3000-\u30ff\uac00-\ud7a3\uff01-\uff65]/;

/** The share of familiar characters, from 0 to 1. */
function familiarIn(head: Uint8Array, order: string): number {
  try {
    const all = [...new TextDecoder(order, { fatal: true }).decode(head, { stream: head.length % 2 === 0 })];
    const each: number[] = all.map((one) => {
      if (common.has(one) || scripts.test(one)) return 1;
      return one >= '\u4e00' && one <= '\u9fa5' ? 0.3 : 0;
    });
    return each.reduce((sum, one) => sum + one, 0) / all.length;
  } catch {
    return 0;
  }
}
