import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

export const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Axe finds nothing on the page once all fades have ended, by every rule but `exempt`. */
export async function expectClean(page: Page, exempt: string[] = []) {
  await waitForFades(page);
  expect(await violations(page, (axe) => axe.withTags(standards).disableRules(exempt))).toEqual([]);
}

/** The same, and in the colours that the page does not have now: all that a colour scheme changes is the contrast. */
export async function expectCleanInBothColours(page: Page, exempt: string[] = []) {
  await expectClean(page, exempt);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' });
  await waitForFades(page);
  expect(await violations(page, (axe) => axe.withRules(['color-contrast', 'link-in-text-block']))).toEqual(
    [],
  );
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
}

/** Colours in the middle of a fade are not final; endless animations are not waited for. */
async function waitForFades(page: Page) {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished.catch(() => {})),
    ),
  );
}

async function violations(page: Page, by: (axe: AxeBuilder) => AxeBuilder) {
  // Base UI's focus guards, which pass the focus on.
  const axe = new AxeBuilder({ page }).exclude('[data-base-ui-focus-guard]');
  const { violations } = await by(axe).analyze();
  return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ html }) => html) }));
}
