// Hand-written headers of pictures: enough for them to be recognised and measured.

const be32 = (number: number) => [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255];
const be16 = (number: number) => [number >>> 8, number & 255];
const le16 = (number: number) => be16(number).reverse();
const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

const chunk = (name: string, data: number[] = []) => [
  ...be32(data.length),
  ...letters(name),
  ...data,
  ...be32(0),
];

const pngSignature = [0x89, ...letters('PNG\r\n\x1a\n')];

export const pngOf = (width: number, height: number, ...more: number[][]) => [
  ...pngSignature,
  ...chunk('IHDR', [...be32(width), ...be32(height), 8, 2, 0, 0, 0]),
  ...more.flat(),
  ...chunk('IDAT', [1, 2, 3]),
  ...chunk('IEND'),
];

export const pngChunk = chunk;

const segment = (marker: number, data: number[]) => [0xff, marker, ...be16(data.length + 2), ...data];

/** With this many bytes of camera metadata before the picture. */
export const jpegOf = (width: number, height: number, before = 0) => [
  0xff,
  0xd8,
  ...segment(0xe0, letters('JFIF\0')),
  ...Array.from({ length: Math.ceil(before / 60_000) }, () =>
    segment(0xe1, [...letters('Exif\0\0'), ...new Array<number>(60_000).fill(7)]),
  ).flat(),
  ...segment(0xc4, [0, 0]),
  ...segment(0xc2, [8, ...be16(height), ...be16(width), 3]),
  ...segment(0xda, [3]),
];

export const gifOf = (width: number, height: number, frames: number, ...more: number[][]) => [
  ...letters('GIF89a'),
  ...le16(width),
  ...le16(height),
  0x80,
  0,
  0,
  ...[0, 0, 0, 255, 255, 255],
  ...more.flat(),
  ...Array.from({ length: frames }, () => [
    ...[0x21, 0xf9, 4, 0, 10, 0, 0, 0],
    ...[0x2c, 0, 0, 0, 0, ...le16(width), ...le16(height), 0],
    ...[2, 2, 0x4c, 1, 0],
  ]).flat(),
  0x3b,
];

export const gifExtension = (label: number, ...blocks: string[]) => [
  0x21,
  label,
  ...blocks.flatMap((block) => [block.length, ...letters(block)]),
  0,
];

export const bmpOf = (width: number, height: number) => [
  ...letters('BM'),
  ...[0, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0],
  ...be32(width).reverse(),
  ...be32(height).reverse(),
];

export const webpOf = (width: number, height: number) => [
  ...letters('RIFF\0\0\0\0WEBPVP8X'),
  ...[10, 0, 0, 0, 0, 0, 0, 0],
  ...be32(width - 1)
    .slice(1)
    .reverse(),
  ...be32(height - 1)
    .slice(1)
    .reverse(),
];

export const avifOf = (width: number, height: number) => [
  ...[0, 0, 0, 28, ...letters('ftypavif'), 0, 0, 0, 0, ...letters('avifmif1')],
  ...[0, 0, 0, 20, ...letters('ispe'), 0, 0, 0, 0, ...be32(16), ...be32(16)],
  ...[0, 0, 0, 20, ...letters('ispe'), 0, 0, 0, 0, ...be32(width), ...be32(height)],
];

export const fileOf = (name: string, content: number[] | string | Uint8Array<ArrayBuffer>, type = '') =>
  new File([Array.isArray(content) ? new Uint8Array(content) : content], name, { type });
