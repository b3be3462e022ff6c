import type { Page } from '@playwright/test';

/** Watches what moves by itself, from the first frame of the next page on. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & {
          value: number;
          sources: { previousRect: DOMRect; currentRect: DOMRect }[];
        };
        // Words move by a few pixels within their line when their font arrives; nothing moves down or up.
        const moved = sources.filter(
          ({ previousRect: from, currentRect: to }) =>
            Math.abs(from.left + from.right - to.left - to.right) / 2 > 5 || from.top !== to.top,
        );
        if (moved.length > 0) shifts.push(value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** How far boxes have moved, as layout shifts are counted; empty: nothing moved. */
export const shiftsSeen = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
