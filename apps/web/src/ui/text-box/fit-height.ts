/** Makes a box as tall as its text, up to `tallest` px. Only where the style sheet's `field-sizing` does nothing. */
export function fitHeight(box: HTMLTextAreaElement, tallest: number): void {
  if (CSS.supports('field-sizing', 'content')) return;
  box.style.blockSize = 'auto';
  box.style.blockSize = `${Math.min(box.scrollHeight, tallest)}px`;
}
