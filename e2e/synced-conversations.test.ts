import type { Browser } from '@playwright/test';
import { type Member, type Server, storeSignIn } from './account.ts';
import { Chat } from './chat.ts';
import { storeEntries } from './entries.ts';
import { expect } from './journey.ts';
import { test } from './member.ts';
import { settingEntries } from './provider.ts';
import { samples } from './samples.ts';
import { holdScripts } from './slow-scripts.ts';

test.use({ provider: 'openai' });

/** The same member in another browser. */
async function otherBrowser(
  browser: Browser,
  baseURL: string | undefined,
  entries: Record<string, string>,
  member: Member,
) {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    serviceWorkers: 'block',
  });
  await storeEntries(context, entries);
  await storeSignIn(context, member);
  return new Chat(await context.newPage());
}

/** Pastes a file into the text box. */
async function paste(chat: Chat, { name, mimeType, buffer }: typeof samples.picture) {
  await chat.box.evaluate(
    (box, { name, type, content }) => {
      const clipboardData = new DataTransfer();
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
      clipboardData.items.add(new File([bytes], name, { type }));
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { name, type: mimeType, content: buffer.toString('base64') },
  );
}

/** How many messages the account has of each conversation. */
async function messagesOf(api: Server, member: Member): Promise<number[]> {
  const { conversations } = await api.as(member, 'GET /api/v1/conversations', { query: {} });
  return conversations.map(({ messages }) => messages);
}

test.describe('with a model that sees', () => {
  test.use({ entries: { openai_model: 'gpt-6-luna' } });

  test('a conversation is on every device, its end requested before the app has loaded: messages and pictures from one appear on the other, and are sent again from there [CONV-10 OPEN-06]', async ({
    page,
    chat,
    ada,
    api,
    browser,
    baseURL,
    imitation,
    asked,
  }) => {
    await chat.open();
    await paste(chat, samples.picture);
    await expect(page.getByRole('list', { name: 'Files to send' }).locator('[aria-busy]')).toHaveCount(0);
    const stored = page.waitForResponse((response) => response.url().endsWith('/files/0'));
    await chat.ask('/say Good day.');
    expect((await stored).ok()).toBe(true);
    const picture = JSON.stringify(asked().at(-1)?.body).match(/base64,([^"]+)/)?.[1];
    expect(picture).toBeTruthy();
    await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}$/);
    const address = new URL(page.url()).pathname;

    const setting = { ...settingEntries('openai', imitation.url), openai_model: 'gpt-6-luna' };
    const other = await otherBrowser(browser, baseURL, setting, await api.signIn(ada));
    const fetched: string[] = [];
    other.page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/v1/conversations/') && !pathname.includes('/files/'))
        fetched.push(pathname);
    });
    await expect.poll(() => messagesOf(api, ada)).toEqual([2]);
    // Nothing but the first script arrives until the end of the conversation has.
    const letGo = await holdScripts(other.page, '(?!first)');
    const answered = other.page.waitForResponse(/\/api\/v1\/conversations\/[^/]+$/);
    await other.page.goto(address, { waitUntil: 'commit' });
    expect((await answered).status()).toBe(200);
    letGo();
    await expect(other.replies.last()).toContainText('Good day.');
    await expect(other.questions.first().getByRole('img', { name: 'dot.png' })).toBeVisible();

    // Sent there while it is open here, with the picture.
    await other.ask('/say And good night.');
    expect(JSON.stringify(asked().at(-1)?.body)).toContain(picture);
    await expect(chat.replies).toHaveCount(2);
    await expect(chat.replies.last()).toContainText('And good night.');
    await chat.ask('/say Sleep well.');
    await expect(other.replies).toHaveCount(3);
    await expect(other.replies.last()).toContainText('Sleep well.');
    // By now the app has fetched all that it lacked, and the end not again.
    const [first, ...later] = fetched;
    expect(first).toBe(address.replace('/chat', '/api/v1/conversations'));
    expect(later).not.toContain(first);

    // Complete: none of it is requested again.
    fetched.length = 0;
    await other.page.reload();
    await expect(other.replies).toHaveCount(3);
    expect(fetched).toEqual([]);
    await other.page.context().close();
  });
});

test('a conversation deleted for good on another device leaves this screen, and nothing of it is sent again [CONV-05] @rest', async ({
  page,
  chat,
  ada,
  api,
  asked,
}) => {
  await chat.open();
  await chat.ask('My secret word is Rumpelstiltskin. /say I will keep it.');
  await expect.poll(() => messagesOf(api, ada)).toEqual([2]);
  const { conversations } = await api.as(ada, 'GET /api/v1/conversations', { query: {} });
  const fields = { erased: [true, Date.now()] as [boolean, number] };
  await api.as(ada, 'POST /api/v1/changes', {
    body: {
      conversations: conversations.map(({ conversation_id, created_at }) => ({
        conversation_id,
        created_at,
        fields,
      })),
      messages: [],
      usage: [],
    },
  });
  await expect(page.getByText('This conversation is not here.')).toBeVisible();
  await expect(chat.messages).toHaveCount(0);
  await chat.ask('/say Anew.');
  expect(JSON.stringify(asked().at(-1)?.body)).not.toContain('Rumpelstiltskin');
});

test('messages written while the server is down are sent when it is back @rest', async ({
  page,
  chat,
  ada,
  api,
  watched,
}) => {
  watched.expectErrors(/ERR_FAILED|Failed to load/);
  await chat.open();
  await chat.ask('/say One.');
  await page.route('**/api/v1/changes*', (route) => route.abort());
  await chat.ask('/say Two.');
  await expect(page.getByText('Not saved to your account yet.')).toBeVisible({ timeout: 30_000 });
  await page.unroute('**/api/v1/changes*');
  // It would be retried automatically, after up to a minute.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText('Not saved to your account yet.')).toBeHidden();
  expect(await messagesOf(api, ada)).toEqual([4]);
});
