type Viewport = Pick<
  VisualViewport,
  'height' | 'offsetTop' | 'scale' | 'addEventListener' | 'removeEventListener'
>;

/**
 * Pixels at the bottom of the page that the on-screen keyboard lies over, in `--keyboard`. Where the browser makes the
 * page smaller by itself (`interactive-widget=resizes-content`) it stays 0; Safari's keyboard lies over it.
 */
export function followKeyboard(
  viewport: Viewport | null,
  page: { innerHeight: number },
  style: CSSStyleDeclaration,
) {
  if (!viewport) return () => {};
  let last = 0;

  function follow() {
    if (!viewport) return;
    // Pinched nearer, a smaller part of the page is seen, and nothing lies over it.
    const covered =
      viewport.scale > 1.05
        ? 0
        : Math.max(0, Math.round(page.innerHeight - viewport.offsetTop - viewport.height));
    if (covered === last) return;
    last = covered;
    if (covered === 0) style.removeProperty('--keyboard');
    else style.setProperty('--keyboard', `${covered}px`);
  }

  viewport.addEventListener('resize', follow);
  viewport.addEventListener('scroll', follow);
  return () => {
    viewport.removeEventListener('resize', follow);
    viewport.removeEventListener('scroll', follow);
    style.removeProperty('--keyboard');
  };
}
