/** Pixels. */
export interface Natural {
  width: number;
  height: number;
}

/** Letters are 16 px in a drawing of its natural size: smaller than this nobody reads them. */
const smallest = 0.7;

export function naturalOf(drawing: SVGSVGElement): Natural {
  const { width, height } = drawing.viewBox.baseVal ?? { width: 0, height: 0 };
  if (width > 0 && height > 0) return { width, height };
  const box = {
    width: Number.parseFloat(drawing.getAttribute('width') ?? ''),
    height: Number.parseFloat(drawing.getAttribute('height') ?? ''),
  };
  return box.width > 0 && box.height > 0 ? box : { width: 600, height: 400 };
}

/** As large as there is room for, never larger than it is, and never too small to be read. */
export function shownAt({ width, height }: Natural, room: number): Natural {
  const scale = Math.min(1, Math.max(room / width, smallest));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
