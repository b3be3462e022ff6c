import type { Size } from './picture-size.ts';

/** Something to draw one picture on. */
export interface Paper {
  /** Over the whole of it; `ground` shows where the picture is transparent. */
  draw(picture: ImageBitmap, ground: string | null): void;
  /** Null when the browser cannot write this. */
  write(type: string, quality: number | undefined): Promise<Blob | null>;
}

/** A canvas, on the page or off it. */
export function paperOn(canvas: HTMLCanvasElement | OffscreenCanvas, { width, height }: Size): Paper {
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null;
  return {
    draw(picture, ground) {
      if (!pen) throw new Error('This browser cannot draw.');
      pen.imageSmoothingQuality = 'high';
      if (ground) {
        pen.fillStyle = ground;
        pen.fillRect(0, 0, width, height);
      }
      pen.drawImage(picture, 0, 0, width, height);
    },
    write: (type, quality) =>
      'convertToBlob' in canvas
        ? canvas.convertToBlob({ type, ...(quality !== undefined && { quality }) })
        : new Promise((done) => canvas.toBlob(done, type, quality)),
  };
}
