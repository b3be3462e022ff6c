import type { Page } from '@playwright/test';
import type { Chat } from './chat.ts';
import { expect, test } from './journey.ts';
import { canary, endpointOf, settingEntries } from './provider.ts';

/** Changes local storage as devtools do, then returns to the page. */
const write = (page: Page, entries: Record<string, string | null>) =>
  page.evaluate((entries) => {
    for (const [name, value] of Object.entries(entries)) {
      if (value === null) localStorage.removeItem(name);
      else localStorage.setItem(name, value);
    }
    dispatchEvent(new Event('focus'));
  }, entries);

/** The key is asked for in plain words, the typed text stays, and with the key it goes on. */
async function expectAskedAgain(chat: Chat, from: string, to: string) {
  await expect(chat.questions.last()).toContainText('Enter the key again in Settings.');
  await chat.box.fill('Half a thought');
  await chat.settings.click();
  await expect(chat.field('API Key')).toHaveValue('');
  await expect(chat.dialog).toContainText(`Your saved key is for ${from}. Enter the key for ${to}.`);
  await chat.field('API Key').fill(canary);
  await chat.save();
  await expect(chat.dialog).toBeHidden();
  await expect(chat.box).toHaveValue('Half a thought');
  await chat.button('Retry').click();
  await expect(chat.replies.last()).toContainText('At last.');
}

test.describe('a key that was saved for https', () => {
  test.use({
    entries: ({ imitation }, use) => use({ 'polylogue.key_host': imitation.url.replace('http:', 'https:') }),
  });

  test('is not sent to http on the same host until it is entered for it [SET-06 CONF-15] @phone-rest @rest', async ({
    chat,
    imitation,
    asked,
  }) => {
    await chat.open();
    await chat.say('/say At last.');
    await expect(chat.questions).toContainText('no longer the address');
    expect(asked()).toEqual([]);
    await expectAskedAgain(chat, imitation.url.replace('http:', 'https:'), imitation.url);
    expect(await chat.stored()).toMatchObject({ 'polylogue.key_host': imitation.url });
  });
});

test.describe('an endpoint that is moved while the page is open', () => {
  const elsewhere = 'http://elsewhere.example/v1/chat/completions';
  test.use({ entries: { openai_endpoint: elsewhere } });

  test('gets no key, though no record says where it belongs [SET-06 CONF-15] @rest', async ({
    page,
    chat,
    imitation,
    asked,
  }) => {
    await chat.open();
    await expect(chat.badge).toHaveText('GPT-4o');
    await write(page, { openai_endpoint: endpointOf('openai', imitation.url) });
    await chat.say('/say At last.');
    await expect(chat.questions).toContainText('no longer the address');
    expect(asked()).toEqual([]);
    await expectAskedAgain(chat, new URL(elsewhere).host, new URL(imitation.url).host);
  });
});

test('an endpoint that is moved when its record is gone gets no key after a reload either [SET-06] @rest', async ({
  page,
  chat,
  imitation,
  asked,
}) => {
  await chat.open();
  await chat.settings.click();
  await chat.save();
  await expect(chat.dialog).toBeHidden();
  await write(page, { 'polylogue.key_host': null, openai_endpoint: 'http://elsewhere.example/v1' });
  await page.reload();
  await chat.say('/say At last.');
  await expect(chat.questions).toContainText('no longer the address');
  await write(page, { openai_endpoint: endpointOf('openai', imitation.url) });
  await chat.button('Retry').click();
  await expect(chat.replies).toContainText('At last.');
  expect(asked()).toHaveLength(1);
});

test.describe('an older record that holds only a host', () => {
  test.use({ entries: ({ imitation }, use) => use({ 'polylogue.key_host': new URL(imitation.url).host }) });

  test('is read as the origin of its endpoint: the key is not asked for again [SET-06] @rest', async ({
    chat,
    imitation,
  }) => {
    await chat.open();
    await expect(await chat.ask('/say Hello.')).toContainText('Hello.');
    expect(await chat.stored()).toMatchObject({ 'polylogue.key_host': imitation.url });
  });
});

test('the four entries, written anew for another provider while the page is open, simply work [SET-06] @rest', async ({
  page,
  chat,
  imitation,
  asked,
}) => {
  await chat.open();
  await write(page, { ...settingEntries('gemini', imitation.url), openai_api_key: `${canary}-g` });
  await expect(await chat.ask('/say Hello.')).toContainText('Hello.');
  expect(asked()[0]?.host).toBe('gemini');
});
