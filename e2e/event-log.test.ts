import { expectClean } from './axe.ts';
import { expect } from './journey.ts';
import { expire, me, test } from './member.ts';

test.describe('the event log', () => {
  test('debug=true shows it on any page, with Clear and Close [ROUTE-09] @phone-rest @rest', async ({
    page,
    ada,
  }) => {
    await page.goto('/dashboard?debug=true');
    const panel = page.getByRole('region', { name: 'Event log' });
    const row = (text: string) => panel.getByRole('row').filter({ hasText: text });
    await expect(row('signed-in')).toContainText('auth');
    await expect(row(`GET ${me}`)).toContainText('200');
    const text = await panel.evaluate((element) => element.textContent);
    for (const secret of [ada.access_token, ada.refresh_token, ada.username])
      expect(text).not.toContain(secret);

    await expectClean(page);

    await panel.getByRole('button', { name: 'Clear' }).click();
    await expect(panel).toContainText('Nothing has happened yet.');
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toBeHidden();
    await expect(page).toHaveURL('/dashboard');
  });

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

test.describe('the event log of the chat', () => {
  test.use({ provider: 'openai' });
  test('reports a stream, not its text [ROUTE-09] @rest', async ({ page, chat }) => {
    await page.goto('/chat?debug=true');
    const panel = page.getByRole('region', { name: 'Event log' });
    await expect(panel).toBeVisible();
    await chat.ask('/say Walrus.');
    await expect(panel.getByRole('row').filter({ hasText: 'stream' })).toHaveText([
      /answer of openai ended.*done/,
      /answer of openai began/,
      /question to openai/,
    ]);
    await expect(panel).not.toContainText('Walrus');
  });
});
