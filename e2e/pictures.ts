import { crc32, deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, 2, 0, 0, 0], 8);
  return chunk('IHDR', data);
}

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** A PNG of stripes, whole. */
export function pngOf(width: number, height: number): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++)
    rows.fill((y >> 5) % 2 ? 0x7a : 0xd0, y * (1 + width * 3) + 1, (y + 1) * (1 + width * 3));
  return Buffer.concat([
    signature,
    header(width, height),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG that says it is so large, with next to nothing in it. */
export const pngClaiming = (width: number, height: number): Buffer =>
  Buffer.concat([signature, header(width, height), chunk('IDAT', deflateSync(Buffer.alloc(9)))]);

/** What a camera held upright writes before a picture that it took lying down, with where it was. */
function exif(words: string): Buffer {
  const orientation = Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]);
  const tiff = Buffer.concat([
    Buffer.from([0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1]),
    orientation,
    Buffer.alloc(4),
  ]);
  const data = Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from(words)]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length + 2);
  return Buffer.concat([Buffer.from([0xff, 0xe1]), length, data]);
}

/** A photo of that size as its sensor lies, turned by its camera; `words` stand beside it. */
export async function photo(page: Page, width: number, height: number, words: string): Promise<Buffer> {
  const data = await page.evaluate(
    async ([width, height]) => {
      const canvas = new OffscreenCanvas(width, height);
      const pen = canvas.getContext('2d');
      if (!pen) throw new Error('no canvas');
      const sky = pen.createLinearGradient(0, 0, width, height);
      sky.addColorStop(0, '#28527a');
      sky.addColorStop(1, '#f4d160');
      pen.fillStyle = sky;
      pen.fillRect(0, 0, width, height);
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    [width, height] as const,
  );
  const plain = Buffer.from(data);
  return Buffer.concat([plain.subarray(0, 2), exif(words), plain.subarray(2)]);
}

/** The size that stands in a JPEG. */
export function jpegSize(bytes: Buffer): { width: number; height: number } {
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xc0 || marker === 0xc2)
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
  }
  throw new Error('This JPEG has no size.');
}
