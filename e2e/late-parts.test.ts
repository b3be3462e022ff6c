import { expectDashboard } from './account.ts';
import { expectClean } from './axe.ts';
import { Chat } from './chat.ts';
import { expect } from './journey.ts';
import { test } from './member.ts';
import { storedDraft } from './stored.ts';

// Lazy parts that fail to load are retried, and nothing is lost meanwhile.
test.use({ provider: 'openai' });

const gone = /Failed to load resource|could not be loaded|Failed to fetch|Unable to preload/;

test('a page that could not be loaded says so, appears on the next try, and leaves the chat as it was [PART-01] @rest', async ({
  page,
  chat,
  ada: _signedIn,
  watched,
}) => {
  watched.expectErrors(gone);
  const code = /\/assets\/(dashboard|for-members)-/;
  await page.route(code, (route) => route.abort());
  await chat.open();
  await chat.ask('/say Still here.');
  await chat.box.fill('Half a thought');
  await page.getByRole('link', { name: 'Polylogue' }).click();
  const title = page.getByRole('heading', { name: 'This page could not be loaded' });
  await expect(title).toBeVisible();
  await expectClean(page);
  await page.goBack();
  await expect(chat.replies.last()).toContainText('Still here.');
  await expect(chat.box).toHaveValue('Half a thought');

  await page.getByRole('link', { name: 'Polylogue' }).click();
  await expect(title).toBeVisible();
  await page.unroute(code);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectDashboard(page);
});

/** Everything that this browser stores of messages without an account. */
const storedMessages = () =>
  new Promise<string>((resolve, reject) => {
    const opening = indexedDB.open('polylogue.store.guest');
    opening.onerror = reject;
    opening.onsuccess = () => {
      const all = opening.result.transaction('messages').objectStore('messages').getAll();
      all.onsuccess = () => {
        opening.result.close();
        resolve(JSON.stringify(all.result));
      };
    };
  });

test('a conversation whose storing could not be loaded says so, and is stored once it can [PART-01] @rest', async ({
  page,
  chat,
  watched,
}) => {
  watched.expectErrors(gone);
  const code = /\/assets\/kept-conversation-/;
  await page.route(code, (route) => route.abort());
  await chat.open();
  await chat.ask('/say Still here.');
  await expect(chat.toasts).toContainText('This conversation is not stored yet');
  await page.unroute(code);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  // The reply, not only the question, which holds the same words after its command.
  await expect.poll(() => page.evaluate(storedMessages)).toContain('"Still here.');
  await page.reload();
  await expect(chat.replies.last()).toContainText('Still here.');
});

test('a question is in the text box again if its tab is killed before the question was stored, and only then @rest', async ({
  page,
  chat,
}) => {
  const code = /\/assets\/kept-conversation-/;
  await page.route(code, () => {});
  await chat.open();
  await chat.ask('/say Still here.');
  const address = page.url();
  await page.close();
  const next = new Chat(await page.context().newPage());
  await next.page.goto(address);
  await expect(next.box).toHaveValue('/say Still here.');
  await next.box.press('Enter');
  await expect.poll(() => next.page.evaluate(storedMessages)).toContain('Still here.');
  await expect.poll(async () => JSON.stringify(await next.stored())).not.toContain('Still here.');
  await expect(next.page).not.toHaveURL(address);
  const begun = next.page.url();
  await next.page.close();
  const last = new Chat(await page.context().newPage());
  await last.page.goto(begun);
  await expect(last.questions).toHaveCount(1);
  await expect(last.box).toHaveValue('');
});

test('a question in a conversation whose code could not be loaded is stored once it can @rest', async ({
  page,
  chat,
  watched,
}) => {
  watched.expectErrors(gone);
  await chat.open();
  await chat.ask('/say First.');
  await expect.poll(() => page.evaluate(storedMessages)).toContain('First.');
  const code = /\/assets\/kept-conversation-/;
  await page.route(code, (route) => route.abort());
  await page.reload();
  await expect(page.getByText('This conversation is not in this browser yet.')).toBeVisible();
  await chat.ask('/say Second.');
  await page.unroute(code);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => page.evaluate(storedMessages)).toContain('Second.');
  await expect(chat.questions).toHaveText([/First/, /Second/]);
});

test('text typed into a chat whose lazy parts failed to load is there once they arrive [PART-01] @phone-rest @rest', async ({
  page,
  chat,
  watched,
}) => {
  // The message comes from the app, not from the page built ahead.
  watched.expectErrors(gone, /React error #418/);
  const code = /\/assets\/chat-[^/]*\.js/;
  const { promise: typed, resolve: refuse } = Promise.withResolvers<void>();
  await page.route(code, async (route) => {
    await typed;
    await route.abort();
  });
  await page.goto('/chat', { waitUntil: 'commit' });
  await chat.box.fill('Half a thought');
  await expect.poll(() => storedDraft(page)).toBe('Half a thought');
  refuse();
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  // It tries again by itself, too.
  await page.unroute(code);
  await expect(chat.box).toHaveValue('Half a thought');
  await chat.ask('/say Here I am.');
});

test('settings that could not be loaded appear automatically with the connection [PART-01] @rest', async ({
  page,
  ada: _signedIn,
  watched,
}) => {
  watched.expectErrors(gone);
  const code = '**/assets/own-data-section-*';
  await page.route(code, (route) => route.abort());
  await page.goto('/settings/data');
  await expect(page.getByText('This could not be loaded')).toBeVisible();
  await expectClean(page);
  await page.unroute(code);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('button', { name: /Delete/ }).first()).toBeVisible();
});

test('a dialog or a page that could not be loaded says so, and opens with its styles on the next press, or with the connection [PART-01 PART-02]', async ({
  page,
  chat,
  watched,
}) => {
  watched.expectErrors(gone);
  const code = '**/assets/configuration-dialog-*';
  await page.route(code, (route) => route.abort());
  await chat.open();
  await chat.box.fill('Half a thought');
  await chat.settings.click();
  await chat.expectToast(
    'Settings could not be loaded',
    'Check your internet connection, then open them again',
  );
  await page.unroute(code);
  await chat.settings.click();
  await expect(chat.dialog).toBeVisible();
  const fields = chat.dialog.locator('form').first();
  await expect(fields).toHaveCSS('display', 'grid');
  await page.keyboard.press('Escape');
  await expect(chat.box).toHaveValue('Half a thought');

  const pageCode = /\/assets\/(conversations|for-members|dashboard)-[^/]*\.js/;
  await page.route(pageCode, (route) => route.abort());
  await page.getByRole('link', { name: 'All conversations' }).click();
  const title = page.getByRole('heading', { name: 'This page could not be loaded' });
  await expect(title).toBeVisible();
  await page.goBack();
  await expect(chat.box).toHaveValue('Half a thought');
  await page.getByRole('link', { name: 'All conversations' }).click();
  await expect(title).toBeVisible();
  await page.unroute(pageCode);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('heading', { name: 'Conversations', level: 1 })).toBeVisible();
});

test('the settings of a chat recover in the same way [PART-02] @rest', async ({ page, chat, watched }) => {
  watched.expectErrors(gone);
  const code = '**/assets/chat-dialogs-*';
  await page.route(code, (route) => route.abort());
  await chat.open();
  await chat.button('Instructions').click();
  await chat.expectToast(
    'Instructions could not be opened',
    'Check your internet connection, then try again',
  );
  await page.unroute(code);
  await chat.button('Instructions').click();
  await expect(page.getByRole('dialog', { name: 'Instructions' })).toBeVisible();
});

test('the search in a conversation recovers in the same way [PART-02] @rest', async ({
  page,
  chat,
  watched,
}) => {
  watched.expectErrors(gone);
  const code = '**/assets/find-bar-*';
  await page.route(code, (route) => route.abort());
  await chat.open();
  await chat.ask('/say Needle.');
  await page.keyboard.press('Control+f');
  await chat.expectToast('Find could not be opened', 'Check your internet connection, then try again');
  await page.unroute(code);
  await page.keyboard.press('Control+f');
  await expect(page.getByLabel('Find in conversation')).toBeFocused();
});
