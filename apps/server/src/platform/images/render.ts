import { open } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { isFull } from '../files/disk.ts';
import {
  type Format,
  formats,
  maxPixels,
  type RenderFaultCode,
  type Rendering,
  type RenderJob,
  renderTimeout,
} from './render-job.ts';

// Blocks all parsers that we did not choose, such as SVG and PDF, whatever the library supports.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPng',
    'VipsForeignLoadJpeg',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
  ],
});
sharp.cache(false);
sharp.concurrency(1);

/** Only this code leaves the process: the library's own message may quote the picture. */
export class RenderFault extends Error {
  override name = 'RenderFault';
  readonly fault: RenderFaultCode;
  constructor(fault: RenderFaultCode) {
    super(fault);
    this.fault = fault;
  }
}

/** Reads a picture and writes its renderings, each complete and on the disk. Throws a RenderFault. */
export async function render({
  source,
  renderings,
}: RenderJob): Promise<{ format: Format; sizes: number[] }> {
  const about = await sharp(source, reading(maxPixels.png)).metadata().catch(unreadable);
  const format = formatOf(about);
  const pixels = about.width * (about.pageHeight ?? about.height) * (about.pages ?? 1);
  if (pixels > maxPixels.png) throw new RenderFault('too-many-pixels');
  if (pixels > maxPixels[format]) throw new RenderFault('too-many-for-format');

  const sizes: number[] = [];
  let smallest = source;
  for (const rendering of renderings) {
    const from = rendering.kind === 'same' ? source : smallest;
    sizes.push(await write(rendered(from, rendering, format, about), rendering.path));
    if (rendering.kind !== 'same') smallest = rendering.path;
  }
  return { format, sizes };
}

/** Reads row by row where the format allows it, and stops at damage. */
const reading = (limitInputPixels: number) =>
  ({ limitInputPixels, sequentialRead: true, failOn: 'error' }) as const;

function formatOf({ format, compression }: Metadata): Format {
  const name = format === 'heif' && compression === 'av1' ? 'avif' : format;
  return formats.find((one) => one === name) ?? unreadable();
}

function rendered(from: string, rendering: Rendering, format: Format, about: Metadata): Sharp {
  const read = reading(maxPixels[format]);
  if (rendering.kind === 'same') {
    return inSame(format, sharp(from, { ...read, animated: true }), about);
  }
  const picture = sharp(from, read).autoOrient();
  const shrunk =
    rendering.kind === 'square'
      ? picture.resize({ ...square(rendering.side, about), fit: 'cover', position: sharp.strategy.attention })
      : picture.resize({
          width: rendering.width,
          height: rendering.height,
          fit: 'inside',
          withoutEnlargement: true,
        });
  return shrunk.webp({ quality: 82 });
}

function square(side: number, { width, height }: Metadata) {
  const real = Math.min(side, width, height);
  return { width: real, height: real };
}

function inSame(format: Format, picture: Sharp, { pages = 1, isPalette }: Metadata): Sharp {
  // Rotation works on one frame; formats with several frames do not record the orientation.
  const upright = pages > 1 ? picture : picture.autoOrient();
  switch (format) {
    case 'png':
      return upright.png({ compressionLevel: 6, palette: isPalette === true, dither: 0 });
    case 'jpeg':
      // Optimal tables would save a few percent, but need the whole picture in memory.
      return upright.jpeg({ quality: 88, optimiseCoding: false });
    case 'webp':
      return upright.webp({ quality: 88 });
    case 'gif':
      return upright.gif();
    case 'avif':
      return upright.avif({ quality: 60, effort: 2 });
  }
}

/** Writes straight to the disk: in memory, a large picture would exist twice. Returns its size (bytes). */
async function write(picture: Sharp, path: string): Promise<number> {
  try {
    // Created before the library does, whose files are world-readable; it keeps the mode.
    await (await open(path, 'wx', 0o600)).close();
    const { size } = await picture.timeout({ seconds: renderTimeout }).toFile(path).catch(unwritten);
    const file = await open(path, 'r+');
    try {
      // Acknowledged pictures survive a power cut.
      await file.sync();
    } finally {
      await file.close();
    }
    return size;
  } catch (error) {
    throw isFull(error) ? new RenderFault('no-room') : error;
  }
}

function unwritten(error: Error): never {
  if (/no space left|quota exceeded|file too large/i.test(error.message)) throw new RenderFault('no-room');
  return unreadable(error);
}

function unreadable(error?: Error): never {
  const message = error?.message ?? '';
  if (/exceeds pixel limit|too (large|big)/i.test(message)) throw new RenderFault('too-many-pixels');
  if (/timeout/i.test(message)) throw new RenderFault('too-slow');
  throw new RenderFault('unreadable');
}
