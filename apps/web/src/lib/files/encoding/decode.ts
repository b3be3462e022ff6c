import { type Encoding, encodings, textIn } from './encodings.ts';
import { likelihood } from './likelihood.ts';
import { hasControls, mayBeWide, wideOrder } from './wide.ts';

/** A way to read a file whose encoding cannot be told for certain. */
export interface Candidate {
  /** For `decodeAs`. */
  encoding: string;
  label: string;
  /** Up to three lines in which the readings differ. */
  preview: string;
}

interface Decoded {
  text: string;
  /** As it is shown: "UTF-8". */
  encoding: string;
  /** Nothing in the file says so. */
  isGuess: boolean;
}

/** How much more probable than the next one a reading must be to be taken without asking, as a natural logarithm. */
const clearly = 3;
/** With one or two bytes to tell by. */
const moreClearly = 4.5;
/** Enough to tell by, and quick to read in all encodings. */
const sampleSize = 2_048;
const longestPreview = 80;
/** What a byte outside ASCII must at least be worth on average, for the reading to be language. */
const leastLikely = -4;

/** Chooses one of them; null: the person would rather not. */
export type Ask = (candidates: readonly Candidate[]) => Promise<Candidate | null>;

/** Reads a text in whatever encoding it was written, or says in which it may be, the likeliest first; null when it is not text. */
export function decode(bytes: Uint8Array): Decoded | { candidates: readonly Candidate[] } | null {
  const marked = unicode(bytes) ?? escaped(bytes);
  if (marked) return marked;
  const isWide = hasControls(bytes);
  if (isWide && !mayBeWide(bytes.subarray(0, 4096))) return null;
  const sample = isWide ? bytes.subarray(0, sampleSize) : telling(bytes);
  const readings = readingsOf(sample, isWide, sample.length < bytes.length);
  const [best, next] = readings;
  if (!best) return null;
  const isClear =
    best.value / best.unusual > leastLikely &&
    best.value - (next?.value ?? -Infinity) > (best.unusual > 2 ? clearly : moreClearly);
  const text = isClear ? textIn(bytes, best.encoding.name) : null;
  if (text !== null) return guess(text, best.encoding.label);
  const previews = previewsOf(readings.map(({ text }) => text));
  return {
    candidates: readings.map(({ encoding: { name, label, writing } }, at) => ({
      encoding: name,
      label: `${writing} (${label})`,
      preview: previews[at] ?? '',
    })),
  };
}

/** The text in the encoding that was chosen; what is not valid in it becomes `\ufffd`. */
export function decodeAs(bytes: Uint8Array, { encoding }: Pick<Candidate, 'encoding'>): Decoded {
  const label = encodings.find(({ name }) => name === encoding)?.label ?? encoding;
  return guess(textIn(bytes, encoding) ?? new TextDecoder(encoding).decode(bytes), label);
}

// Windows' Vietnamese has its accents apart from the letters.
const guess = (text: string, label: string): Decoded => ({
  text: label === 'Windows-1258' ? withAccents(text) : text,
  encoding: label,
  isGuess: true,
});

/** Letter by letter: composing a long run of accents takes quadratic time. */
const withAccents = (text: string) => text.replace(/\p{L}\p{M}{1,3}/gu, (letter) => letter.normalize('NFC'));

/** UTF-8, and UTF-16 that says so or consists of ASCII for the most part. */
function unicode(bytes: Uint8Array): Decoded | null {
  const order = markedOrder(bytes) ?? wideOrder(bytes.subarray(0, 4096));
  if (order) return { text: new TextDecoder(order).decode(bytes), encoding: 'UTF-16', isGuess: false };
  const text = hasControls(bytes) ? null : textIn(bytes, 'utf-8');
  return text === null || hasEscapes(bytes) ? null : { text, encoding: 'UTF-8', isGuess: false };
}

function markedOrder(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
}

/** Japanese as mail has it: escape sequences say what follows. */
function escaped(bytes: Uint8Array): Decoded | null {
  const text = hasEscapes(bytes) ? textIn(bytes, 'iso-2022-jp') : null;
  if (text !== null) return guess(text, 'ISO-2022-JP');
  const utf8 = hasControls(bytes) ? null : textIn(bytes, 'utf-8');
  return utf8 === null ? null : { text: utf8, encoding: 'UTF-8', isGuess: false };
}

function hasEscapes(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0x1b); at !== -1; at = bytes.indexOf(0x1b, at + 1))
    if (bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x40 || bytes[at + 2] === 0x42)) return true;
  return false;
}

interface Reading {
  encoding: Encoding;
  /** Of the sample. */
  text: string;
  value: number;
  /** How many bytes of the sample stand for something else than ASCII. */
  unusual: number;
}

/** The sample in each encoding in which it is valid, the likeliest first. Encodings in which it says the same are one. */
function readingsOf(sample: Uint8Array, isWide: boolean, isPart: boolean): Reading[] {
  const unusual = isWide ? sample.length : sample.reduce((sum, byte) => sum + (byte < 0x80 ? 0 : 1), 0);
  const readings = new Map<string, Reading>();
  for (const encoding of encodings) {
    if (isWide && !encoding.name.startsWith('utf-16')) continue;
    const text = textIn(sample, encoding.name, isPart);
    if (text === null) continue;
    const value = likelihood(text, encoding);
    if (value <= (readings.get(text)?.value ?? -Infinity)) continue;
    const characters = encoding.scripts && [...text].filter((one) => one >= '\x80').length;
    readings.set(text, {
      encoding,
      text,
      value,
      unusual: characters === undefined ? unusual : characters * 2,
    });
  }
  return [...readings.values()].sort((a, b) => b.value - a.value);
}

/** The lines that are not ASCII: the others say the same in every encoding. */
function telling(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(Math.min(bytes.length, sampleSize));
  let length = 0;
  let start = 0;
  while (start < bytes.length && length < sample.length) {
    const end = bytes.indexOf(0x0a, start) + 1 || bytes.length;
    const line = bytes.subarray(start, Math.min(end, start + sample.length - length));
    if (line.some((byte) => byte >= 0x80)) {
      sample.set(line, length);
      length += line.length;
    }
    start = end;
  }
  return sample.subarray(0, length);
}

/** For each reading, up to three lines in which it differs from the first one; for that, from the second. */
function previewsOf(texts: readonly string[]): string[] {
  const all = texts.map((text) => text.split(/\r\n|\n|\r/));
  const [first = [], second = []] = all;
  const lines = first
    .flatMap((line, at) => (line.trim() !== '' && line !== second[at] ? [at] : []))
    .slice(0, 3);
  return all.map((one) => lines.map((at) => cut(one[at] ?? '')).join('\n'));
}

/** A line around its first character outside ASCII. */
function cut(line: string): string {
  const all = [...line.trim()];
  const start = Math.max(0, all.findIndex((letter) => letter > '~') - 20);
  return (
    (start > 0 ? '…' : '') +
    all
      .slice(start, start + longestPreview)
      .join('')
      .normalize('NFC')
  );
}
