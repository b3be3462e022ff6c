import { expect, test, vi } from 'vitest';
import { sniff } from './sniff.ts';
import { fileOf, gifOf, jpegOf, pngOf } from './testing/samples.ts';

const mp4 = [0, 0, 0, 24, ...Buffer.from('ftypisom0000isommp42')];
const utf16 = new Uint8Array([0xff, 0xfe, ...Buffer.from('Grüße', 'utf16le')]);
const binary = [...Buffer.from('PK\x03\x04\x14\x00\x06\x00', 'latin1')];

test.each([
  [
    'cat.png',
    pngOf(9, 9),
    'image/png',
    { type: 'picture', mediaType: 'image/png', size: { width: 9, height: 9 } },
  ],
  ['report.pdf', '%PDF-1.7', 'application/pdf', { type: 'pdf', mediaType: 'application/pdf' }],
  ['clip.mp4', mp4, 'video/mp4', { type: 'video', mediaType: 'video/mp4' }],
  ['app.ts', 'export const a = 1;', 'video/mp2t', { type: 'text', mediaType: 'text/plain' }],
  ['data.json', '{}', 'application/json', { type: 'text', mediaType: 'text/plain' }],
  ['table.csv', 'a;b', 'application/vnd.ms-excel', { type: 'text', mediaType: 'text/plain' }],
  ['Makefile', 'all:\n\tcc a.c', '', { type: 'text', mediaType: 'text/plain' }],
  ['no name we know.xyz', 'words', '', { type: 'text', mediaType: 'text/plain' }],
  ['windows.txt', utf16, 'text/plain', { type: 'text', mediaType: 'text/plain' }],
  ['about pdf.py', 'MAGIC = "%PDF-1.7"', 'text/x-python', { type: 'text', mediaType: 'text/plain' }],
  [
    'logo.svg',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'image/svg+xml',
    { type: 'text', mediaType: 'text/plain' },
  ],
  // A PNG that a phone calls a JPEG is sent as a PNG.
  [
    'photo.jpg',
    pngOf(9, 9),
    'image/jpeg',
    { type: 'picture', mediaType: 'image/png', size: { width: 9, height: 9 } },
  ],
])('%s is recognised by its first bytes [ATT-06]', async (name, content, type, found) => {
  expect(await sniff(fileOf(name, content, type))).toEqual(found);
});

test.each([
  ['virus.png', 'MZ\x90\x00\x03', 'image/png', 'virus.png is not a picture, though its name says so.'],
  ['page.png', '<html><script>', 'image/png', 'page.png is not a picture, though its name says so.'],
  ['letter.pdf', 'Dear all', 'application/pdf', 'letter.pdf is not a PDF, though its name says so.'],
  ['song.mp4', 'ID3\x03', 'video/mp4', 'song.mp4 is not a video, though its name says so.'],
  ['notes.txt', binary, 'text/plain', 'notes.txt is not text, though its name says so.'],
  ['notes.txt', '%PDF-1.7 and so on', 'text/plain', 'notes.txt is not text, though its name says so.'],
  [
    'letter.docx',
    binary,
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'Invalid file type. Please use a PDF, a text document, an image or a video.',
  ],
  ['nothing.txt', '', 'text/plain', 'nothing.txt is empty. Choose another file.'],
  [
    'huge.png',
    pngOf(30_000, 30_000),
    'image/png',
    'huge.png has 30,000 × 30,000 pixels, more than the 50 million a picture may have. Make it smaller and try again.',
  ],
  [
    'huge.jpg',
    jpegOf(30_000, 30_000),
    'image/jpeg',
    'huge.jpg has 30,000 × 30,000 pixels, more than the 50 million a picture may have. Make it smaller and try again.',
  ],
  [
    'huge.gif',
    gifOf(30_000, 30_000, 0),
    'image/gif',
    'huge.gif has 30,000 × 30,000 pixels, more than the 50 million a picture may have. Make it smaller and try again.',
  ],
  [
    'cut.jpg',
    [0xff, 0xd8, 0xff, 0xe0, 0, 16],
    'image/jpeg',
    'cut.jpg cannot be read as a picture. It may be damaged: open it on your device to see.',
  ],
  [
    'scan.tiff',
    [0x49, 0x49, 0x2a, 0],
    'image/tiff',
    'scan.tiff is a TIFF, which models cannot read. Save it as PNG or JPEG and try again.',
  ],
])('%s (%j) is refused with a sentence [ATT-07]', async (name, content, type, sentence) => {
  await expect(sniff(fileOf(name, content, type))).rejects.toThrow(sentence);
});

/** A file that claims a size and records which parts of it were read. */
function monster(name: string, type: string, content: number[], size: number) {
  const small = fileOf(name, content, type);
  let read = 0;
  const slice = vi.fn((from = 0, to = size) => {
    read += Math.max(0, Math.min(to, size) - from);
    return small.slice(from, to);
  });
  const file = { name, type, size, slice, arrayBuffer: () => Promise.reject(new Error('read whole')) };
  return { file: file as unknown as File, bytesRead: () => read };
}

test.each([
  ['book.txt', 'text/plain', [...Buffer.from('Once upon a time')], 4e9],
  ['photo.jpg', 'image/jpeg', jpegOf(9, 9), 60e6],
])(
  '%s of many megabytes is refused by its size: only its beginning is read [ATT-07]',
  async (name, type, content, size) => {
    const { file, bytesRead } = monster(name, type, content, size);
    await expect(sniff(file)).rejects.toThrow(`${name} is too large`);
    expect(bytesRead()).toBeLessThan(10_000);
  },
);

test('a video of 4 GB is recognised by its beginning [ATT-07]', async () => {
  const { file, bytesRead } = monster('film.mp4', 'video/mp4', mp4, 4e9);
  expect(await sniff(file)).toEqual({ type: 'video', mediaType: 'video/mp4' });
  expect(bytesRead()).toBeLessThan(10_000);
});

test('if a file was moved since it was picked, the message says so and what to do [ATT-07]', async () => {
  const gone = { arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) };
  const file = { name: 'a.txt', type: 'text/plain', size: 9, slice: () => gone } as unknown as File;
  await expect(sniff(file)).rejects.toThrow(
    'a.txt could not be read: it has been moved or changed since you chose it. Choose it again.',
  );
});
