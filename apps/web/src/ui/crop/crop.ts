/** Pixels of a picture. */
export interface Size {
  width: number;
  height: number;
}

/** What of a picture is seen through a window of a fixed shape that the picture always fills. */
export interface View {
  /** 1: as much of the picture as the window's shape allows. */
  zoom: number;
  /** The point in the middle of the window, in pixels of the picture. */
  x: number;
  y: number;
}

/** A part of a picture, in its pixels. */
export interface Region extends Size {
  x: number;
  y: number;
}

/** A point of the window: 0, 0 is its start, 1, 1 its end. */
export interface Point {
  x: number;
  y: number;
}

/** The furthest that one may zoom in. */
export const mostZoom = 5;

const middle: Point = { x: 0.5, y: 0.5 };

/** The whole picture, its edges cut evenly. */
export function whole({ width, height }: Size): View {
  return { zoom: 1, x: width / 2, y: height / 2 };
}

/** What is seen; `aspect` is the window's width by its height. */
export function regionOf(picture: Size, aspect: number, { zoom, x, y }: View): Region {
  const width = Math.min(picture.width, picture.height * aspect) / zoom;
  const height = width / aspect;
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** The picture pulled along by shares of the window's width and height, as far as it reaches. */
export function pulled(picture: Size, aspect: number, view: View, by: Point): View {
  const { width, height } = regionOf(picture, aspect, view);
  return held(picture, aspect, { ...view, x: view.x - by.x * width, y: view.y - by.y * height });
}

/** Nearer or further, while the point of the picture under `at` stays there. */
export function zoomed(picture: Size, aspect: number, view: View, zoom: number, at: Point = middle): View {
  const next = Math.min(mostZoom, Math.max(1, zoom));
  const before = regionOf(picture, aspect, view);
  const after = regionOf(picture, aspect, { ...view, zoom: next });
  return held(picture, aspect, {
    zoom: next,
    x: view.x + (at.x - 0.5) * (before.width - after.width),
    y: view.y + (at.y - 0.5) * (before.height - after.height),
  });
}

/** The view moved back until the picture fills the window. */
function held(picture: Size, aspect: number, view: View): View {
  const { width, height } = regionOf(picture, aspect, view);
  return {
    zoom: view.zoom,
    x: between(width / 2, view.x, picture.width - width / 2),
    y: between(height / 2, view.y, picture.height - height / 2),
  };
}

function between(least: number, wanted: number, most: number): number {
  return Math.min(Math.max(least, wanted), Math.max(least, most));
}
