/** Pixels. */
export interface Dimensions {
  width: number;
  height: number;
}

/** Letters are 16 px in a drawing of its natural size: below this scale they are too small to read. */
const smallest = 0.7;

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

/** As large as fits, and never larger than its natural size; for a closer look, never too small to read. */
export function fittedSize({ width, height }: Dimensions, available: number, isLarge: boolean): Dimensions {
  const fitting = available / width;
  const scale = isLarge ? Math.min(largest, Math.max(fitting, smallest)) : Math.min(1, fitting);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
