type Viewport = Pick<
  VisualViewport,
  'height' | 'offsetTop' | 'scale' | 'addEventListener' | 'removeEventListener'
>;

/**
 * Sets `--keyboard` to the pixels at the bottom of the page covered by the on-screen keyboard. If the browser shrinks
 * the page itself (`interactive-widget=resizes-content`) it stays 0; Safari's keyboard covers the page.
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
    // When zoomed in, less of the page is visible although nothing covers it.
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
