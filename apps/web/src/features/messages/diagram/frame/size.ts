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

/** A small drawing that is looked at closely becomes larger than it is, up to this. */
const largest = 2.5;

/** As large as there is room for, and never larger than it is; looked at closely, never too small to be read. */
export function shownAt({ width, height }: Natural, room: number, isLarge: boolean): Natural {
  const fitting = room / width;
  const scale = isLarge ? Math.min(largest, Math.max(fitting, smallest)) : Math.min(1, fitting);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
