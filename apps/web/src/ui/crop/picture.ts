import { type Framing, type PixelSize, type Region, regionOf } from './crop.ts';

/** A decoded picture, upright, and no larger than browsers can handle. */
export type Picture = HTMLCanvasElement;

/** The longest edge of a working copy, in pixels: phones do not support larger canvases. */
const longest = 4096;

/** Decodes a picture and applies its orientation. Rejects if this browser does not know the format. */
export async function readPicture(file: Blob): Promise<Picture> {
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    // Rotated according to its orientation.
    const { naturalWidth: width, naturalHeight: height } = image;
    if (width === 0 || height === 0) throw new Error('The picture has no size.');
    const scale = Math.min(1, longest / Math.max(width, height));
    return drawn(
      image,
      { x: 0, y: 0, width, height },
      {
        width: Math.max(1, Math.round(width * scale)),
        height: Math.max(1, Math.round(height * scale)),
      },
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** The visible part of the picture as a file, at most this many pixels wide. */
export async function cropPicture(
  picture: Picture,
  aspect: number,
  view: Framing,
  mostWidth: number,
): Promise<Blob> {
  const region = regionOf(picture, aspect, view);
  const width = Math.max(1, Math.round(Math.min(mostWidth, region.width)));
  const canvas = drawn(picture, region, { width, height: Math.max(1, Math.round(width / aspect)) });
  // Browsers that cannot write WebP write PNG instead.
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', 0.9));
  if (!blob) throw new Error('The picture could not be written.');
  return blob;
}

function drawn(source: CanvasImageSource, from: Region, to: PixelSize): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = to.width;
  canvas.height = to.height;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw.');
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(source, from.x, from.y, from.width, from.height, 0, 0, to.width, to.height);
  return canvas;
}
