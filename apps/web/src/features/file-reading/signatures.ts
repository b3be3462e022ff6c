import { hasControls, mayBeWide, wideOrder } from '../../lib/files/encoding/wide.ts';

/** How many bytes at the beginning `signatureOf` and `looksLikeText` need. */
export const headSize = 4096;

const ascii = (bytes: Uint8Array, at: number, text: string) =>
  [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0));

const starts = (bytes: Uint8Array, ...signature: number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

const signatures: readonly [mediaType: string, matches: (bytes: Uint8Array) => boolean][] = [
  ['image/png', (bytes) => starts(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ['image/jpeg', (bytes) => starts(bytes, 0xff, 0xd8, 0xff)],
  ['image/gif', (bytes) => ascii(bytes, 0, 'GIF87a') || ascii(bytes, 0, 'GIF89a')],
  ['image/webp', (bytes) => ascii(bytes, 0, 'RIFF') && ascii(bytes, 8, 'WEBP')],
  ['image/bmp', (bytes) => ascii(bytes, 0, 'BM') && starts(bytes.subarray(6), 0, 0, 0, 0)],
  ['image/tiff', (bytes) => starts(bytes, 0x49, 0x49, 0x2a, 0) || starts(bytes, 0x4d, 0x4d, 0, 0x2a)],
  ['video/x-msvideo', (bytes) => ascii(bytes, 0, 'RIFF') && ascii(bytes, 8, 'AVI ')],
  ['video/webm', (bytes) => starts(bytes, 0x1a, 0x45, 0xdf, 0xa3)],
  ['video/mp2t', (bytes) => bytes[0] === 0x47 && bytes[188] === 0x47 && bytes[376] === 0x47],
  ['video/mpeg', (bytes) => starts(bytes, 0, 0, 1, 0xba) || starts(bytes, 0, 0, 1, 0xb3)],
  ['video/ogg', (bytes) => ascii(bytes, 0, 'OggS')],
  ['video/x-flv', (bytes) => ascii(bytes, 0, 'FLV\x01')],
  ['video/x-ms-wmv', (bytes) => starts(bytes, 0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11)],
  // PDF readers allow junk before it.
  ['application/pdf', (bytes) => latin(bytes.subarray(0, 1024)).includes('%PDF-')],
];

/** Picture brands of the container that phones use for pictures and videos; any other brand is a video. */
const brands: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  avis: 'image/avif',
  heic: 'image/heic',
  heix: 'image/heic',
  hevc: 'image/heic',
  hevx: 'image/heic',
  heim: 'image/heic',
  heis: 'image/heic',
  hevm: 'image/heic',
  hevs: 'image/heic',
  mif1: 'image/heic',
  msf1: 'image/heic',
  'qt  ': 'video/quicktime',
  'M4A ': 'audio/mp4',
  'M4B ': 'audio/mp4',
};

/** The media type that a file's first bytes indicate; null when it is not one we know. Text has no signature. */
export function signatureOf(head: Uint8Array): string | null {
  if (ascii(head, 4, 'ftyp')) return brandOf(head);
  return signatures.find(([, matches]) => matches(head))?.[0] ?? null;
}

function brandOf(head: Uint8Array): string {
  const major = latin(head.subarray(8, 12));
  // An AVIF may give a generic picture brand, and name its own only among the compatible ones.
  if (major === 'mif1' && /avi[fs]/.test(latin(head.subarray(16, 48)))) return 'image/avif';
  const [named] = latin(head.subarray(16, 48)).match(/heic|heix|heim|heis|hevc|hevx/) ?? [];
  return brands[major] ?? (named === undefined ? 'video/mp4' : 'image/heic');
}

const latin = (bytes: Uint8Array) => String.fromCharCode(...bytes);

/** Whether the first bytes of a file are text in any encoding that `decode` reads. */
export function looksLikeText(head: Uint8Array): boolean {
  if (starts(head, 0xff, 0xfe) || starts(head, 0xfe, 0xff)) return true;
  return !hasControls(head) || wideOrder(head) !== null || mayBeWide(head);
}
