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
      if (/^on/i.test(name)) element.removeAttribute(name);
      else if (/(?:^|:)(?:href|src|srcset|action)$/i.test(name) && !own.test(value.trim()))
        element.removeAttribute(name);
      else if (/url\s*\(/i.test(value)) element.setAttribute(name, withoutAddresses(value));
    }
  }
}

/** Keeps `url(#…)`, which is another part of the same drawing. */
function withoutAddresses(css: string): string {
  return css
    .replaceAll(/@import\b[^;]*;?/gi, '')
    .replaceAll(/url\s*\(\s*(['"]?)(?!['"]?#)[^)]*\)?/gi, (found) =>
      /url\s*\(\s*['"]?#/i.test(found) ? found : 'none',
    );
}
