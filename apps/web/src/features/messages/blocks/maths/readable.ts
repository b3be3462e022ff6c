/** Luminance above which a colour is bright: black is easier to read on it than white. */
const bright = 0.18;

/** Makes text on a coloured box (`\colorbox`) black or white, whatever the page's colours are. */
export function makeReadable(formula: Element): void {
  for (const box of formula.querySelectorAll<HTMLElement>('.colorbox')) {
    const holder = box.closest<HTMLElement>('.vlist-t');
    const colour = hexOf(box.style.backgroundColor);
    // What is inside another colour, `\textcolor`, was given that colour on purpose.
    if (holder && colour !== null && !isColoured(holder))
      holder.style.color = luminanceOf(colour) > bright ? '#000' : '#fff';
  }
}

function isColoured(element: HTMLElement): boolean {
  for (let at: HTMLElement | null = element; at; at = at.parentElement)
    if (at.style.color !== '') return true;
  return false;
}

let sheet: CanvasRenderingContext2D | null = null;

/** A colour's name or number as `#rrggbb`; null if there is none, or it is translucent. */
function hexOf(colour: string): string | null {
  sheet ??= document.createElement('canvas').getContext('2d');
  if (sheet === null || !CSS.supports('color', colour)) return null;
  sheet.fillStyle = colour;
  const { fillStyle } = sheet;
  return typeof fillStyle === 'string' && fillStyle.startsWith('#') ? fillStyle : null;
}

/** The luminance of a colour, from 0 to 1, by the WCAG formula. */
function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
