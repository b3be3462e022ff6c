import { expect, test } from 'vitest';
import { bareGif, barePng } from './lossless.ts';
import { gifExtension, gifOf, pngChunk, pngOf } from './testing/samples.ts';

const bytes = (content: number[]) => new Uint8Array(content);
const content = async (blob: Blob | undefined | null) => [
  ...new Uint8Array((await blob?.arrayBuffer()) ?? []),
];
const text = (words: string) => [...words].map((letter) => letter.charCodeAt(0));

test('a PNG with nothing but its picture stays as it is, byte for byte [ATT-05]', async () => {
  expect(await content(barePng(bytes(pngOf(9, 9))))).toEqual(pngOf(9, 9));
});

test('a PNG loses its place and camera metadata, and any bytes after its end [ATT-05]', async () => {
  const told = [
    pngChunk('eXIf', text('GPS')),
    pngChunk('tEXt', text('Author\0Ada')),
    pngChunk('iTXt', text('XML:com.adobe.xmp')),
    pngChunk('tIME', [1, 2, 3]),
  ];
  const made = [...pngOf(9, 9, ...told), ...text('<script>')];
  expect(await content(barePng(bytes(made)))).toEqual(pngOf(9, 9));
});

test('a PNG that is cut off does not count as one', () => {
  expect(barePng(bytes(pngOf(9, 9).slice(0, -14)))).toBeNull();
});

const loop = gifExtension(0xff, 'NETSCAPE2.0', '\x01\0\0');

test('a GIF keeps its pictures and how often they repeat, and loses everything else [ATT-05]', async () => {
  const comment = gifExtension(0xfe, 'Ada was here');
  const xmp = gifExtension(0xff, 'XMP DataXMP', '<x:gps/>');
  const bare = bareGif(bytes(gifOf(9, 9, 3, comment, loop, xmp)));
  expect(await content(bare?.blob)).toEqual(gifOf(9, 9, 3, loop));
  expect(bare?.isMoving).toBe(true);
  expect(bareGif(bytes(gifOf(9, 9, 1)))?.isMoving).toBe(false);
});

test('a GIF that is cut off does not count as one', () => {
  expect(bareGif(bytes(gifOf(9, 9, 2).slice(0, -3)))).toBeNull();
});
