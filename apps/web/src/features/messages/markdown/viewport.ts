/** How large the window is, in CSS pixels: asked for when that changes only, since asking may lay out the page. */
export const viewport = { width: innerWidth, height: innerHeight };

addEventListener('resize', () => {
  viewport.width = innerWidth;
  viewport.height = innerHeight;
});
