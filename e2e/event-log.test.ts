import { expectDashboard } from './account.ts';
import { expectClean } from './axe.ts';
import { expect, isLongRun } from './journey.ts';
import { expire, me, test } from './member.ts';
import { canary } from './provider.ts';

test.describe('the event log', () => {
  test('shows refreshes, and nothing of a token @rest', async ({ page, ada, watched }) => {
    watched.expectErrors(/Failed to load resource.*401/);
    await page.goto('/privacy');
    await expire(page, ada, 500);
    await page.goto('/spaces?debug=true');
    const panel = page.getByRole('region', { name: 'Event log' });
    await expect(panel.getByRole('row').filter({ hasText: 'New tokens' })).toContainText('refresh');
    await expect(panel.getByRole('row').filter({ hasText: `GET ${me}` })).toHaveText([/200/, /401/]);
  });
});

test.describe('the event log of every page', () => {
  test.use({ provider: 'openai' });

  test('debug=true shows it, with Clear and Close, without a token, a key or a message; the chat does not wait for the sign-in [ROUTE-09 ROUTE-10] @phone-rest [CHECK-42]', async ({
    page,
    chat,
    ada,
  }) => {
    const known = Promise.withResolvers<void>();
    await page.route(`**${me}`, async (route) => {
      await known.promise;
      await route.continue();
    });
    await page.goto('/chat?debug=true');
    await expect(chat.box).toBeEnabled();
    const panel = page.getByRole('region', { name: 'Event log' });
    const row = (text: string) => panel.getByRole('row').filter({ hasText: text });
    await expect(panel).toBeVisible();
    await chat.ask('/say Walrus.');
    await expect(row('stream')).toHaveText([
      /answer of openai ended.*done/,
      /answer of openai began/,
      /question to openai/,
    ]);
    known.resolve();
    await expect(row('signed-in')).toContainText('auth');
    await expect(row(`GET ${me}`).first()).toContainText('200');

    await page.getByRole('banner').getByRole('link', { name: 'Polylogue' }).click();
    await expectDashboard(page);
    await expect(row('stream')).toHaveCount(3);
    const text = await panel.evaluate((element) => element.textContent);
    for (const secret of [ada.access_token, ada.refresh_token, ada.username, canary, 'Bearer', 'Walrus'])
      expect(text).not.toContain(secret);
    if (isLongRun) await expectClean(page);

    await panel.getByRole('button', { name: 'Clear' }).click();
    await expect(row('stream')).toHaveCount(0);
    await page.goBack();
    await expect(panel).toBeVisible();
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toBeHidden();
    expect(page.url()).not.toContain('debug');
  });
});
