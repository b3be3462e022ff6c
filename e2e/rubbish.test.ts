import type { Page } from '@playwright/test';
import { expect } from './journey.ts';
import { test } from './member.ts';
import { expectStored } from './stored.ts';

test.use({ provider: 'openai' });

/** Puts rows into the store of a guest, as a browser or another version may have left them. */
const spoil = (page: Page, id: string) =>
  page.evaluate(async (id) => {
    const opening = indexedDB.open('polylogue.store.guest');
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const db = opening.result;
    const trx = db.transaction(['conversations', 'messages', 'meta', 'usage', 'files'], 'readwrite');
    const other = '0190a5c2-7e1b-7c3d-8f4a-000000000009';
    trx.objectStore('messages').put({ conversation_id: id, message_id: other });
    trx
      .objectStore('messages')
      .put({ conversation_id: id, message_id: other.replace(/9$/, '8'), role: 'user', body: 7 });
    trx.objectStore('conversations').put({ conversation_id: other, last_message_at: 'never', pending: null });
    trx.objectStore('conversations').put({ conversation_id: 'x', last_message_at: Number.POSITIVE_INFINITY });
    trx.objectStore('meta').put('rubbish', 'unsent-files');
    trx.objectStore('meta').put({}, 'cursor');
    trx.objectStore('usage').put({ usage_id: 'x' });
    trx.objectStore('files').put(null, [other, 'part 0']);
    await new Promise((resolve) => {
      trx.oncomplete = resolve;
    });
    db.close();
  }, id);

test('rubbish in the browser’s store hides nothing else, and can be thrown away [CONV-12]', async ({
  page,
  chat,
}) => {
  await chat.open();
  await chat.ask('/say Good day.');
  await expectStored(page, 1);
  const address = new URL(page.url()).pathname;
  await spoil(page, address.slice('/chat/'.length));

  await page.goto('/conversations');
  const list = page.getByRole('main').getByRole('list', { name: 'Conversations', exact: true });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByText('An entry in this browser cannot be read as a conversation')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('An entry in this browser')).toBeHidden();
  const sidebar = page.getByRole('complementary', { name: 'At a glance' });
  await expect(sidebar.getByRole('link', { name: /Good day/ })).toBeVisible();

  await page.goto(address);
  await expect(chat.replies.last()).toContainText('Good day.');
  await expect(page.getByText('2 messages of this conversation cannot be read')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  const dialog = page.getByRole('dialog', { name: 'Discard 2 messages that cannot be read?' });
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('of this conversation cannot be read')).toBeHidden();
  await expect(chat.messages).toHaveCount(2);
  await page.reload();
  await expect(chat.replies.last()).toContainText('Good day.');
  await expect(page.getByText('of this conversation cannot be read')).toBeHidden();
});
