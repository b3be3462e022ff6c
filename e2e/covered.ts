import type { Locator } from '@playwright/test';

/** What of these is on the screen and under the element: the beginnings of their texts or names. */
export async function coveredBy(over: Locator, under: Locator): Promise<string[]> {
  const handle = await over.elementHandle();
  return under.evaluateAll((all, over) => {
    const lid = over?.getBoundingClientRect();
    if (!lid) return ['It is not there.'];
    return all
      .filter((one) => !over?.contains(one) && !one.contains(over))
      .filter((one) => {
        const { left, right, ...rest } = one.getBoundingClientRect();
        // Only what its list shows of it.
        const list = one.closest('[role=log]')?.getBoundingClientRect();
        const top = Math.max(rest.top, list?.top ?? 0);
        const bottom = Math.min(rest.bottom, list?.bottom ?? innerHeight);
        if (bottom <= top || right <= left || !one.checkVisibility({ visibilityProperty: true }))
          return false;
        return left < lid.right - 1 && lid.left < right - 1 && top < lid.bottom - 1 && lid.top < bottom - 1;
      })
      .map((one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').slice(0, 40));
  }, handle);
}
