import { textIn } from '../encodings.ts';

const tones = /[\u0300\u0301\u0303\u0309\u0323]/;
const known = new Map<string, Map<string, number[]>>();

/** A text as an office program writes it in this encoding. Throws for a character that the encoding does not have. */
export function encoded(text: string, encoding: string): Uint8Array {
  if (encoding.startsWith('utf-16')) {
    const bytes = Buffer.from(text, 'utf16le');
    return new Uint8Array(encoding === 'utf-16be' ? bytes.swap16() : bytes);
  }
  const table = known.get(encoding) ?? tableOf(encoding);
  known.set(encoding, table);
  return Uint8Array.from([...text].flatMap((letter) => bytesOf(letter, table, encoding)));
}

function bytesOf(letter: string, table: Map<string, number[]>, encoding: string): number[] {
  const found = letter < '\x80' ? [letter.charCodeAt(0)] : table.get(letter);
  if (found) return found;
  // Windows' Vietnamese has its accents apart from the letters.
  const parts = letter.normalize('NFD');
  const [tone] = parts.match(tones) ?? [];
  if (tone === undefined) throw new Error(`${encoding} has no ${letter}.`);
  const bytes = [parts.replace(tones, '').normalize('NFC'), tone].map((part) => table.get(part) ?? part);
  return bytes.flatMap((part) => (typeof part === 'string' ? [part.charCodeAt(0)] : part));
}

/** What each byte and each pair of bytes stands for, the other way round. */
function tableOf(encoding: string): Map<string, number[]> {
  const table = new Map<string, number[]>();
  const put = (bytes: number[], text: string | null) => {
    if (text !== null && [...text].length === 1 && !/[\0-\x7f\ufffd]/.test(text) && !table.has(text))
      table.set(text, bytes);
  };
  const high = Array.from({ length: 128 }, (_, at) => at + 128);
  for (const byte of high) put([byte], textIn(Uint8Array.of(byte), encoding));
  if (!/^(shift_jis|euc-|gb18030|big5)/.test(encoding)) return table;
  const decoder = new TextDecoder(encoding);
  for (const lead of high)
    for (let trail = 0x40; trail < 0xff; trail++)
      put([lead, trail], decoder.decode(Uint8Array.of(lead, trail)));
  return table;
}
