import type { Page } from '@playwright/test';
import { signInFromOtherTab } from './account.ts';
import { chromiumFlags, findChromium } from './chromium.ts';
import { expect } from './journey.ts';
import { test } from './member.ts';

// A browser with a back/forward cache, which Playwright turns off by default.
test.use({
  provider: 'openai',
  launchOptions: {
    executablePath: findChromium(),
    args: chromiumFlags,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

/** Goes to a page that does not depend on the sign-in. */
async function leave(page: Page) {
  page.on('dialog', (question) => question.accept());
  await page.evaluate(() =>
    addEventListener('pageshow', ({ persisted }) => console.info(`back: ${persisted}`)),
  );
  await page.goto('/privacy');
}

/** How the shown document was loaded; a page from the back/forward cache reports its original load. */
const cameBy = (page: Page) =>
  page
    .evaluate(() => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).type)
    .catch(() => 'not yet');

async function goBack(page: Page) {
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/\/chat($|\/)/);
}

const signOut = (page: Page) => page.evaluate(() => localStorage.clear());

test.describe('a chat that comes back from the browser’s memory', () => {
  test('belongs to no one after its owner has signed out [AUTH-16] @rest', async ({
    page,
    context,
    chat,
    ada: _signedIn,
  }) => {
    await chat.open();
    await chat.ask('/say Between you and me.');
    await chat.box.fill('Half a secret');
    await chat.settings.click();
    await expect(chat.field('API Key')).not.toHaveValue('');
    await leave(page);
    const other = await context.newPage();
    await other.goto('/terms');
    await signOut(other);
    await goBack(page);
    await expect.poll(() => cameBy(page)).toBe('reload');
    await expect(chat.box).toBeEnabled();
    await expect(chat.box).toHaveValue('');
    await expect(chat.badge).toHaveText('No provider');
    await expect(chat.messages).toHaveCount(0);
    await expect(chat.dialog).toBeHidden();
    expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({});
  });

  test('is not shown to another member [AUTH-16] @rest', async ({
    page,
    context,
    chat,
    ada: _signedIn,
    api,
  }) => {
    await chat.open();
    await chat.ask('/say Between you and me.');
    await leave(page);
    const other = await context.newPage();
    await other.goto('/terms');
    await signInFromOtherTab(other, await api.signUp());
    await goBack(page);
    await expect.poll(() => cameBy(page)).toBe('reload');
    await expect(chat.box).toBeEnabled();
    await expect(chat.messages).toHaveCount(0);
  });

  test('has no unsaved work, and uses the current setting @rest', async ({ page, context, chat }) => {
    await chat.open();
    await chat.ask('/say Still here.');
    await chat.box.fill('Half a thought');
    await leave(page);
    const other = await context.newPage();
    await other.goto('/terms');
    await signOut(other);
    await goBack(page);
    expect(await cameBy(page)).toBe('navigate');
    await expect(chat.badge).toHaveText('No provider');
    await expect(chat.replies.last()).toContainText('Still here.');
    await expect(chat.box).toHaveValue('Half a thought');
  });

  test('is light or dark as was chosen meanwhile [LOOK-03] @rest', async ({ page, context, chat }) => {
    await chat.open();
    await leave(page);
    const other = await context.newPage();
    await other.goto('/terms');
    await other.evaluate(() => localStorage.setItem('polylogue.theme', 'dark'));
    await goBack(page);
    expect(await cameBy(page)).toBe('navigate');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });
});
