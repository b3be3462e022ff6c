import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

export const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Axe finds nothing on the page as it stands, once all that fades has faded, by every rule but `exempt`. */
export async function expectClean(page: Page, exempt: string[] = []) {
  await faded(page);
  expect(await found(page, (axe) => axe.withTags(standards).disableRules(exempt))).toEqual([]);
}

/** The same, and in the colours that the page does not have now: all that a colour scheme changes is the contrast. */
export async function expectCleanInBothColours(page: Page, exempt: string[] = []) {
  await expectClean(page, exempt);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' });
  await faded(page);
  expect(await found(page, (axe) => axe.withRules(['color-contrast', 'link-in-text-block']))).toEqual([]);
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
}

/** A fade that is still going on has no colours of its own yet; what never ends is not waited for. */
async function faded(page: Page) {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished.catch(() => {})),
    ),
  );
}

async function found(page: Page, by: (axe: AxeBuilder) => AxeBuilder) {
  // Base UI's stops for the Tab key, which hand the focus on: nobody ever rests on one.
  const axe = new AxeBuilder({ page }).exclude('[data-base-ui-focus-guard]');
  const { violations } = await by(axe).analyze();
  return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ html }) => html) }));
}
