import { type Attempt, attempts, fitted, mostPng } from './fit.ts';
import type { Size } from './picture-size.ts';

/** A picture written anew. */
interface Drawn extends Size {
  blob: Blob;
}

/** What is to be made of a picture. */
export interface Drawing {
  /** Pixels of the sides, and bytes, that the large one may have; null: no large one is wanted. */
  large: { longest: number; shortest?: number; bytes: number } | null;
  /** Whether its colours are few or partly transparent, as PNGs are. */
  prefersPng: boolean;
}

export interface Redrawn {
  /** As the picture is seen: turned as its camera was held. */
  size: Size;
  /** Null when none was wanted, or none is small enough. */
  large: Drawn | null;
  thumbnail: Drawn;
}

/** Of twice what the message list shows, for fine screens. */
const thumbnailBounds = { longest: 640, shortest: 400 };

/** Decodes a picture once and writes it anew: nothing stays of it but what is seen. Rejects when it is none. */
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
    // Where a JPEG's picture was transparent it would be black.
    const canvas = drawn(size, type === 'image/jpeg' ? '#fff' : null);
    return canvas.convertToBlob({ type, ...(quality !== undefined && { quality }) });
  }

  async function thumbnail(size: Size): Promise<Drawn> {
    // Browsers that cannot write WebP write PNG instead.
    return { blob: await drawn(size, null).convertToBlob({ type: 'image/webp', quality: 0.8 }), ...size };
  }

  /** The picture in this size; `ground` shows where it is transparent. */
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
