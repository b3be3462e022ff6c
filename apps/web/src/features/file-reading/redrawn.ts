import { type Attempt, attempts, fitted, mostPng } from './fit.ts';
import type { Size } from './picture-size.ts';

/** A redrawn picture. */
interface Drawn extends Size {
  blob: Blob;
}

/** How a picture is to be redrawn. */
export interface Drawing {
  /** Limits of the large version, sides in pixels and size in bytes; null: no large one is wanted. */
  large: { longest: number; shortest?: number; bytes: number } | null;
  /** Whether it has few colours or transparency, as PNGs do. */
  prefersPng: boolean;
}

export interface Redrawn {
  /** As the picture is seen: rotated the way the camera was held. */
  size: Size;
  /** Null when none was wanted, or none is small enough. */
  large: Drawn | null;
  thumbnail: Drawn;
}

/** Twice what the message list shows, for high-resolution screens. */
const thumbnailBounds = { longest: 640, shortest: 400 };

/** Decodes a picture once and redraws it: only what is seen remains. Rejects when it is not a picture. */
export async function redrawn(file: Blob, { large, prefersPng }: Drawing): Promise<Redrawn> {
  const picture = await createImageBitmap(file);
  try {
    const size = { width: picture.width, height: picture.height };
    return {
      size,
      large: large && (await small(fitted(size, large))),
      thumbnail: await thumbnail(fitted(size, thumbnailBounds)),
    };
  } finally {
    picture.close();
  }

  async function small(size: Size): Promise<Drawn | null> {
    for (const attempt of attempts(size, prefersPng)) {
      const most = attempt.type === 'image/png' ? mostPng : Number.POSITIVE_INFINITY;
      const blob = await written(attempt);
      if (blob.size <= Math.min(most, large?.bytes ?? 0)) {
        return { blob, width: attempt.width, height: attempt.height };
      }
    }
    return null;
  }

  function written({ type, quality, ...size }: Attempt): Promise<Blob> {
    // In a JPEG, transparent parts would turn black.
    const canvas = drawn(size, type === 'image/jpeg' ? '#fff' : null);
    return canvas.convertToBlob({ type, ...(quality !== undefined && { quality }) });
  }

  async function thumbnail(size: Size): Promise<Drawn> {
    // Browsers that cannot write WebP write PNG instead.
    return { blob: await drawn(size, null).convertToBlob({ type: 'image/webp', quality: 0.8 }), ...size };
  }

  /** The picture at this size; `ground` shows through where it is transparent. */
  function drawn({ width, height }: Size, ground: string | null): OffscreenCanvas {
    const canvas = new OffscreenCanvas(width, height);
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('This browser cannot draw.');
    pen.imageSmoothingQuality = 'high';
    if (ground) {
      pen.fillStyle = ground;
      pen.fillRect(0, 0, width, height);
    }
    pen.drawImage(picture, 0, 0, width, height);
    return canvas;
  }
}
