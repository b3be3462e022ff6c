import { expect, test } from './journey.ts';
import { pressAction } from './press-action.ts';
import { expectStored } from './stored.ts';

/** How many conversations and messages of guests this browser stores. */
async function storedConversations(): Promise<number> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('polylogue.store.guest');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const counting = ['conversations', 'messages', 'usage', 'chunks', 'files']
    .filter((name) => db.objectStoreNames.contains(name))
    .map((name) => db.transaction(name).objectStore(name).count());
  const counts = counting.map(
    (request) => new Promise<number>((resolve) => (request.onsuccess = () => resolve(request.result))),
  );
  const all = await Promise.all(counts);
  db.close();
  return all.reduce((sum, count) => sum + count, 0);
}

test('a temporary chat is in memory only, and leaving it asks [MSG-06] @rest', async ({ page, chat }) => {
  const words = async () =>
    JSON.stringify(await chat.stored()) + (await page.evaluate(() => JSON.stringify({ ...sessionStorage })));
  await chat.open();
  await chat.box.fill('Typed before.');
  await expect.poll(words).toContain('Typed before');
  await chat.temporary.click();
  await expect(chat.box).toHaveValue('Typed before.');
  expect(await words()).not.toContain('Typed before');
  await chat.temporary.click();
  expect(await words()).toContain('Typed before');
  await chat.temporary.click();
  await chat.ask('/say A thing to remember.');
  await expect(page).toHaveURL(/\/chat$/);
  expect(await words()).not.toContain('A thing to remember');
  expect(await page.evaluate(storedConversations)).toBe(0);
  await chat.box.fill('Not asked yet.');
  await pressAction(chat.list, 'Edit message');
  await chat.list.getByRole('textbox', { name: 'Edit your message' }).fill('Not changed yet.');
  // A phone says no more before it discards a tab.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  expect(await words()).not.toContain('Not changed yet');

  const asking = page.waitForEvent('dialog');
  const reloading = page.reload();
  const dialog = await asking;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await reloading;
  await expect(chat.box).toBeEnabled();
  await expect(chat.messages).toHaveCount(0);
  await expect(chat.box).toHaveValue('');
  expect(await words()).not.toMatch(/Not (asked|changed) yet/);
});

test('leaving a stored conversation asks for no confirmation @rest', async ({ page, chat }) => {
  await chat.open();
  await chat.ask('/say A thing to remember.');
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void dialog.accept();
  });
  await expectStored(page, 1);
  await page.reload();
  await expect(chat.replies).toContainText('A thing to remember.');
  expect(dialogs).toEqual([]);
});

test('leaving asks while an edit is being typed, which is open again if the page comes back [STEER-07] @phone-rest @rest', async ({
  page,
  chat,
}) => {
  await chat.open();
  await chat.ask('/say One.');
  await expectStored(page, 1);
  await pressAction(chat.list, 'Edit message');
  const edit = chat.list.getByRole('textbox', { name: 'Edit your message' });
  await edit.fill('/say Two.');
  const asking = page.waitForEvent('dialog');
  const reloading = page.reload();
  const dialog = await asking;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await reloading;
  await expect(edit).toHaveValue('/say Two.');
  await edit.press('Enter');
  await expect(chat.replies).toContainText('Two.');
});

test('leaving an empty chat asks nothing @rest', async ({ page, chat }) => {
  await chat.open();
  await chat.box.pressSequentially('only a draft');
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  await expect(chat.box).toHaveValue('only a draft');
  expect(dialogs).toEqual([]);
});

test('A new conversation empties the list, Undo brings everything back, and no button of the header moves another [CHAT-13] @phone-rest', async ({
  page,
  chat,
  isMobile,
}) => {
  /** The position of every button and link in the header, by its name. */
  const places = () =>
    page
      .getByRole('banner')
      .locator('a, button')
      .evaluateAll((all) =>
        Object.fromEntries(
          all
            .filter((one) => one.checkVisibility())
            .map((one) => [one.ariaLabel ?? one.textContent, one.getBoundingClientRect().x]),
        ),
      );
  await chat.open();
  await expect(chat.badge).toBeVisible();
  // A name is a pixel or two wider in one font than in another.
  await page.waitForFunction(() =>
    [...document.fonts].some(
      ({ family, status }) => family.includes('Hyperlegible Next Variable') && status === 'loaded',
    ),
  );
  const added = 'Conversation';
  const empty = await places();
  expect(Object.keys(empty)).not.toContain(added);
  await chat.ask('/say One.');
  const full = await places();
  expect(full).toMatchObject(empty);
  expect(Object.keys(full)).toContain(added);
  await chat.ask('/say Two.');
  await chat.startNew();
  await expect(chat.messages).toHaveCount(0);
  // On a phone the focus would bring the keyboard up.
  if (!isMobile) await expect(chat.box).toBeFocused();
  const after = await places();
  // An action that can be undone keeps the menu there.
  expect(Object.keys(after)).toContain('Conversation');
  expect(full).toMatchObject(after);
  await chat.expectToast('New conversation started');
  await chat.button('Undo').click();
  await expect(chat.messages).toHaveCount(4);
  await expect(chat.replies.last()).toContainText('Two.');
});

test('A new conversation while an answer streams leaves it to go on, and Undo leads back to it @rest', async ({
  chat,
  begin,
  imitation,
}) => {
  await chat.open();
  await begin(4);
  await chat.startNew();
  await expect(chat.messages).toHaveCount(0);
  await expect(chat.send).toBeVisible();
  await chat.button('Undo').click();
  await expect(chat.replies).toContainText('Twelve');
  await expect(chat.stop).toBeVisible();
  imitation.release();
  await expect(chat.send).toBeVisible();
});

test('Undo, pressed on another page, asks before what is typed there goes @rest', async ({ page, chat }) => {
  const tooLong = 'Be brief. '.repeat(3_300);
  const instructions = page.getByRole('textbox', { name: 'Instructions for all conversations' });
  await chat.open();
  await chat.ask('/say One.');
  await chat.startNew();
  await page.evaluate(() => history.pushState(null, '', '/settings/instructions'));
  await instructions.fill(tooLong);
  await chat.button('Undo').click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(instructions).toHaveValue(tooLong);
});

test.describe('taking a conversation along', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('a conversation can be copied whole and downloaded as Markdown @rest', async ({ page, chat }) => {
    await chat.open();
    await chat.ask('/say **First** answer.');
    await chat.ask('/say Second answer.');
    await chat.button('Conversation').click();
    await page.getByRole('menuitem', { name: 'Copy all' }).click();
    await chat.expectToast('Conversation copied');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    for (const words of ['/say **First** answer.', '**First** answer.', 'Second answer.']) {
      expect(copied).toContain(words);
    }

    await chat.button('Conversation').click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Download as Markdown' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^say First answer\. \d{4}-\d\d-\d\d-\d{4}\.md$/);
    const pieces: Buffer[] = [];
    for await (const piece of await download.createReadStream()) pieces.push(piece as Buffer);
    const [heading, ...rest] = Buffer.concat(pieces).toString().split('\n\n');
    expect(heading).toMatch(/^# .*First.* answer/);
    expect(rest.join('\n\n')).toBe(copied);
  });
});
