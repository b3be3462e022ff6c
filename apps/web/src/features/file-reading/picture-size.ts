export interface Size {
  width: number;
  height: number;
}

/** How many bytes are searched for the size before giving up: cameras put previews and maps before it. */
const farthest = 8 * 1024 * 1024;
const window = 64 * 1024;

/** A picture's size according to its first bytes; nothing is decoded. Null when they do not contain it. */
export async function pictureSize(file: Blob, mediaType: string): Promise<Size | null> {
  const size = mediaType === 'image/jpeg' ? await jpegSize(file) : await sizeInHead(file, mediaType);
  return size && size.width > 0 && size.height > 0 ? size : null;
}

async function sizeInHead(file: Blob, mediaType: string): Promise<Size | null> {
  const view = await viewOf(file, 0, window);
  const read = readers[mediaType];
  try {
    return read ? read(view) : null;
  } catch {
    return null; // cut off within the header
  }
}

async function viewOf(file: Blob, from: number, length: number): Promise<DataView> {
  return new DataView(await file.slice(from, from + length).arrayBuffer());
}

const readers: Readonly<Record<string, (view: DataView) => Size | null>> = {
  'image/png': (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  'image/gif': (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  'image/bmp': bmp,
  'image/webp': webp,
  'image/avif': boxed,
  'image/heic': boxed,
};

function bmp(view: DataView): Size {
  const isOld = view.getUint32(14, true) === 12;
  return isOld
    ? { width: view.getUint16(18, true), height: view.getUint16(20, true) }
    : { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
}

function webp(view: DataView): Size | null {
  const form = view.getUint32(12);
  if (form === 0x56503858) return { width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) }; // VP8X
  if (form === 0x5650384c) {
    const bits = view.getUint32(21, true); // VP8L
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  if (form !== 0x56503820) return null; // VP8
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

const uint24 = (view: DataView, at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);

/** The largest of all sizes in the container, which also holds a preview and tiles. */
function boxed(view: DataView): Size | null {
  let largest: Size | null = null;
  for (let at = 0; at + 16 <= view.byteLength; at++) {
    if (view.getUint32(at) !== 0x69737065) continue; // ispe
    const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}

/** Steps from segment to segment until the one that holds the size. */
async function jpegSize(file: Blob): Promise<Size | null> {
  let start = 0;
  let view = await viewOf(file, 0, window);
  for (let at = 2; at < Math.min(file.size, farthest); ) {
    if (at + 10 > start + view.byteLength) {
      start = at;
      view = await viewOf(file, start, window);
    }
    const here = at - start;
    if (here + 10 > view.byteLength || view.getUint8(here) !== 0xff) return null;
    const marker = view.getUint8(here + 1);
    if (marker === 0xff) {
      at += 1; // a fill byte
      continue;
    }
    const holdsSize = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (holdsSize) return { width: view.getUint16(here + 7), height: view.getUint16(here + 5) };
    if (marker === 0xd9 || marker === 0xda) return null; // the picture data, with no size before it
    const isBare = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
    const length = isBare ? 0 : view.getUint16(here + 2);
    if (!isBare && length < 2) return null;
    at += 2 + length;
  }
  return null;
}
