import { expectCleanInBothColours } from './axe.ts';
import { expect, test } from './journey.ts';

test.use({ provider: null });

const pages = [
  '/signin',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/verify-email?code=x',
  '/terms',
  '/privacy',
];

test('axe finds nothing on the pages for visitors @phone-rest @rest', async ({ page }) => {
  test.slow();
  for (const path of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectCleanInBothColours(page);
  }
});

test('every form and text fits into 320 px @rest', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
});

test('the privacy policy says when it was written, and what is stored where [LEGAL-02 LEGAL-03 LEGAL-04] @rest', async ({
  page,
}) => {
  await page.goto('/privacy');
  await expect(page.getByRole('heading', { name: 'Privacy Policy', level: 1 })).toBeVisible();
  await expect(page.getByText('Last updated 02/02/2025', { exact: true })).toBeVisible();
  for (const words of [
    'access token and a refresh token',
    'Nothing of a conversation without an account, nor of a temporary one, reaches this server',
    'Uploaded files',
    'pay-per-use',
  ]) {
    await expect(page.getByRole('main')).toContainText(words);
  }
  for (const words of ['Stored messages', 'saved to your account']) {
    await expect(page.getByRole('main')).not.toContainText(words);
  }
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'No trackers' }).click();
  await expect(page.getByRole('heading', { name: 'No trackers' })).toBeInViewport();
});
