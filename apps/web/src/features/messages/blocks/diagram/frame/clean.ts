/** What an image may refer to without a request; all other addresses are removed. */
const own = /^(?:#|data:image\/(?:png|jpeg|gif|webp);)/i;
const active =
  'script, iframe, object, embed, link, meta, base, form, input, button, audio, video, animate, set';

/**
 * Removes from a drawing whatever could run, load or link anywhere. The frame would prevent it, but a saved file that
 * is opened elsewhere has no such frame.
 */
export function clean(drawing: Element): void {
  for (const element of drawing.querySelectorAll(active)) element.remove();
  for (const link of drawing.querySelectorAll('a')) link.replaceWith(...link.childNodes);
  for (const style of drawing.querySelectorAll('style'))
    style.textContent = withoutAddresses(style.textContent);
  for (const element of [drawing, ...drawing.querySelectorAll('*')]) {
    for (const { name, value } of [...element.attributes]) {
      const kept = cleanValue(name, value);
      if (kept === null) element.removeAttribute(name);
      else if (kept !== value) element.setAttribute(name, kept);
    }
  }
}

/** The value without what could run or load; null: the attribute goes. */
export function cleanValue(name: string, value: string): string | null {
  if (/^on/i.test(name)) return null;
  if (/(?:^|:)(?:href|src|srcset|action|background)$/i.test(name) && !own.test(value.trim())) return null;
  return withoutAddresses(value);
}

/** Keeps `url(#…)`, which is another part of the same drawing. */
export function withoutAddresses(css: string): string {
  const read = unescaped(css);
  const kept = read
    // A space: what stands before and after it could make another one.
    .replaceAll(/@import\b[^;]*;?/gi, ' ')
    .replaceAll(/\b(?:url|src|image-set|cross-fade)\([^)]*\)?/gi, (found) =>
      /^url\(\s*(['"]?)#[^'"(\s]*\1\s*\)$/i.test(found) ? found : 'none',
    );
  return kept === read ? css : kept;
}

/** As a browser reads it: `u\72l(…)` is an address, too. */
const unescaped = (css: string) =>
  css.replaceAll(/\\(?:([0-9a-f]{1,6})(?:\r\n|\s)?)?/gi, (_, code?: string) =>
    code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16)).replace('\\', ''),
  );
