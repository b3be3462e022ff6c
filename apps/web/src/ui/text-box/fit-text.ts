import { firstDirection } from '../../lib/text/direction.ts';

/**
 * Fits a box to its text: its direction is that of the first letter, and it is as tall as the text, up to `tallest` px.
 * Not by `dir="auto"`: with that, Chromium takes seconds for a long paste.
 */
export function fitText(box: HTMLTextAreaElement, tallest: number): void {
  const direction = firstDirection(box.value) ?? '';
  if (box.dir !== direction) box.dir = direction;
  if (CSS.supports('field-sizing', 'content')) return;
  box.style.blockSize = 'auto';
  box.style.blockSize = `${Math.min(box.scrollHeight, tallest)}px`;
}
