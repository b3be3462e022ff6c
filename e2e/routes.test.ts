import { expect, test } from './journey.ts';

test('/ is the landing page [ROUTE-03] @rest', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
});

for (const path of ['/nowhere', '/dashboard/deeper', '/chat/deeper/still']) {
  test(`${path} is not found, in words [ROUTE-404 NOTFOUND-01 NOTFOUND-02 NOTFOUND-03] @phone-rest${path === '/nowhere' ? '' : ' @rest'}`, async ({
    page,
    watched,
  }) => {
    watched.expectErrors(/Failed to load resource.*404/);
    await page.goto(path);
    const heading = page.getByRole('heading', { name: '404', level: 1 });
    await expect(heading).toBeVisible();
    const size = await heading.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    expect(size).toBeGreaterThanOrEqual(48);
    await expect(page.getByText("Oops! The page you're looking for doesn't exist.")).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Polylogue' })).toBeVisible();
  });
}

test('a conversation outlives a visit to another page and back @rest', async ({ page, chat }) => {
  await chat.open();
  await chat.ask('/say Still here.');
  await page.getByRole('banner').getByRole('link', { name: 'Polylogue' }).click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(chat.replies).toContainText('Still here.');
});
