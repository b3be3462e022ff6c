/** Pixels of a picture. */
export interface PixelSize {
  width: number;
  height: number;
}

/** The part of a picture seen through a window of fixed shape, which the picture always fills. */
export interface Framing {
  /** 1: as much of the picture as the window's shape allows. */
  zoom: number;
  /** The point in the middle of the window, in pixels of the picture. */
  x: number;
  y: number;
}

/** A part of a picture, in its pixels. */
export interface Region extends PixelSize {
  x: number;
  y: number;
}

/** A point in the window: 0, 0 is its top left, 1, 1 its bottom right. */
export interface Point {
  x: number;
  y: number;
}

/** The maximum zoom. */
export const maxZoom = 5;

const middle: Point = { x: 0.5, y: 0.5 };

/** The whole picture, centred in the window. */
export function fullView({ width, height }: PixelSize): Framing {
  return { zoom: 1, x: width / 2, y: height / 2 };
}

/** The visible region; `aspect` is the window's width by its height. */
export function regionOf(picture: PixelSize, aspect: number, { zoom, x, y }: Framing): Region {
  const width = Math.min(picture.width, picture.height * aspect) / zoom;
  const height = width / aspect;
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** The view after moving the picture by shares of the window's size, as far as it reaches. */
export function panned(picture: PixelSize, aspect: number, view: Framing, by: Point): Framing {
  const { width, height } = regionOf(picture, aspect, view);
  return clamped(picture, aspect, { ...view, x: view.x - by.x * width, y: view.y - by.y * height });
}

/** Zooms in or out, keeping the point of the picture under `at` in place. */
export function zoomed(
  picture: PixelSize,
  aspect: number,
  view: Framing,
  zoom: number,
  at: Point = middle,
): Framing {
  const next = Math.min(maxZoom, Math.max(1, zoom));
  const before = regionOf(picture, aspect, view);
  const after = regionOf(picture, aspect, { ...view, zoom: next });
  return clamped(picture, aspect, {
    zoom: next,
    x: view.x + (at.x - 0.5) * (before.width - after.width),
    y: view.y + (at.y - 0.5) * (before.height - after.height),
  });
}

/** Moves the view back until the picture fills the window. */
function clamped(picture: PixelSize, aspect: number, view: Framing): Framing {
  const { width, height } = regionOf(picture, aspect, view);
  return {
    zoom: view.zoom,
    x: clamp(width / 2, view.x, picture.width - width / 2),
    y: clamp(height / 2, view.y, picture.height - height / 2),
  };
}

function clamp(least: number, wanted: number, most: number): number {
  return Math.min(Math.max(least, wanted), Math.max(least, most));
}
