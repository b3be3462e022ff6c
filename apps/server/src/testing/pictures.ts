import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A picture of one colour; `marks` adds a red corner at the top left. */
function plain(width: number, height: number, { marks = false } = {}) {
  const corner = { width: Math.ceil(width / 4), height: Math.ceil(height / 4), channels: 3 as const };
  const picture = sharp({ create: { width, height, channels: 3, background: '#3a7' } });
  if (!marks) return picture;
  return picture.composite([{ input: { create: { ...corner, background: '#f00' } }, left: 0, top: 0 }]);
}

/** Metadata from a camera with GPS: where it is, its name, its owner. */
const cameraWrote = {
  IFD0: { Make: 'Canary camera', Artist: 'Ada Canary', Copyright: 'canary' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '51/1 30/1 0/1',
    GPSLongitudeRef: 'W',
    GPSLongitude: '0/1 7/1 0/1',
  },
};

/** Pictures that people really have, and malicious ones. */
export const pictures = {
  png: (width = 40, height = 30) => plain(width, height).png().toBuffer(),
  jpeg: (width = 40, height = 30) => plain(width, height).jpeg().toBuffer(),
  webp: (width = 40, height = 30) => plain(width, height).webp().toBuffer(),
  gif: (width = 40, height = 30) => plain(width, height).gif().toBuffer(),
  avif: (width = 40, height = 30) => plain(width, height).avif({ effort: 0 }).toBuffer(),

  /** A photo taken sideways, with metadata that says who took it and where. */
  photo: () =>
    plain(80, 40, { marks: true })
      .withExif(cameraWrote)
      .withMetadata({ orientation: 6 })
      .withExifMerge(cameraWrote)
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><canary/></x:xmpmeta>')
      .jpeg({ quality: 95 })
      .toBuffer(),

  /** Three frames of different colours. */
  moving: async (format: 'gif' | 'webp') => {
    const frames = await Promise.all(
      ['#f00', '#0f0', '#00f'].map((background) =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const joined = sharp(frames, { join: { animated: true } });
    return await joined.toFormat(format, { delay: [100, 100, 100], loop: 0 }).toBuffer();
  },

  /** A PNG that claims this size, with next to nothing in it. */
  pngOf: (width: number, height: number) => black(width, height, 100_000),

  /** A PNG with many identical pixels: a few kilobytes that unpack to dozens of megabytes. */
  bomb: () => black(9_000, 9_000, 9_000 * (1 + 9_000)),
};

/** A PNG with one byte per pixel, of which it contains only `length` bytes. */
function black(width: number, height: number, length: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(length))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
