/** Pixels. */
export interface Dimensions {
  width: number;
  height: number;
}

/** Letters are 16 px in a drawing of its natural size; below this scale, 13 px, they are too small to read. */
const smallest = 0.8125;

export function naturalSize(drawing: SVGSVGElement): Dimensions {
  const { width, height } = drawing.viewBox.baseVal ?? { width: 0, height: 0 };
  if (width > 0 && height > 0) return { width, height };
  const box = {
    width: Number.parseFloat(drawing.getAttribute('width') ?? ''),
    height: Number.parseFloat(drawing.getAttribute('height') ?? ''),
  };
  return box.width > 0 && box.height > 0 ? box : { width: 600, height: 400 };
}

/** How far a small drawing may be enlarged for a closer look. */
const largest = 2.5;

/** The smallest width at which it can be read, in pixels. */
export const readableWidth = ({ width }: Dimensions): number => Math.ceil(width * smallest);

/** As large as fits, but never too small to read; for a closer look, at least of its natural size. */
export function fittedSize({ width, height }: Dimensions, available: number, isLarge: boolean): Dimensions {
  const [least, most] = isLarge ? [1, largest] : [smallest, 1];
  const scale = Math.min(most, Math.max(available / width, least));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
