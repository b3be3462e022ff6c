/** The size of the window, in CSS pixels: read only when it changes, since reading it may force layout. */
export const viewport = { width: innerWidth, height: innerHeight };

addEventListener('resize', () => {
  viewport.width = innerWidth;
  viewport.height = innerHeight;
});
