import { Chat } from './chat.ts';
import { expect, test } from './journey.ts';
import { samples } from './samples.ts';
import { expectStored, expectText } from './stored.ts';

test('a conversation is there after a reload, at its own address @rest', async ({ chat, page }) => {
  await chat.open();
  await chat.ask('/say Good day.');
  await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}$/);
  await chat.ask('/say And good night.');
  await expectStored(page, 2);
  await page.reload();
  await expect(chat.replies).toHaveCount(2);
  await expect(chat.replies.last()).toContainText('And good night.');
  const reply = await chat.ask('/say Still here.');
  expect(await chat.textOf(reply)).toBe('Still here.');
});

test('a page that is closed in mid-answer has lost at most its last second', async ({
  chat,
  page,
  begin,
}) => {
  await chat.open();
  await begin(3);
  await chat.say('Tell me');
  await expect(chat.replies).toHaveCount(1);
  const seen = await chat.textOf(chat.replies.last());
  await expectText(page, seen);
  await page.reload();
  await expect(chat.replies).toContainText(seen);
  await expect(chat.button('Continue')).toBeVisible();
});

test('a question that was left before its first word says so after a reload, but not in a second tab before @rest', async ({
  chat,
  page,
  context,
}) => {
  await chat.open();
  await chat.say('/wait 600000 /say Never.');
  await expect(chat.dots).toBeVisible();
  const second = new Chat(await context.newPage());
  await second.page.goto(page.url());
  await expect(second.questions).toHaveCount(1);
  await expect(second.button('Retry')).toHaveCount(0);
  await page.reload();
  await expect(chat.questions).toContainText('The connection closed before a reply came.');
  await chat.button('Retry').click();
  await expect(chat.dots).toBeVisible();
});

test('A new conversation has no address yet, and Undo leads back @rest', async ({ chat, page }) => {
  await chat.open();
  await chat.ask('/say One.');
  const address = page.url();
  await chat.startNew();
  await expect(chat.messages).toHaveCount(0);
  await expect(page).toHaveURL(/\/chat$/);
  await chat.toasts.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(address);
  await expect(chat.replies).toHaveCount(1);
  await page.goBack();
  await expect(chat.messages).toHaveCount(0);
  await chat.ask('/say Two.');
  await expect(page).not.toHaveURL(address);
  await expectStored(page, 2);
  await page.reload();
  await expect(chat.replies).toContainText('Two.');
});

test('N leads back to a temporary chat that is under way, and throws nothing away @rest', async ({
  chat,
  page,
}) => {
  await chat.open();
  await chat.ask('/say One.');
  await chat.startNew();
  await chat.closeToast();
  await chat.temporary.press('Space');
  await chat.ask('/say Two.');
  await page.goBack();
  await expect(chat.replies).toContainText('One.');
  await chat.startNew();
  await expect(chat.replies).toContainText('Two.');
  await expect(chat.toasts.getByText('New conversation started')).toHaveCount(0);
});

test('N in another conversation leads back to a temporary chat in which something is typed, and throws nothing away @rest', async ({
  chat,
  page,
}) => {
  await chat.open();
  await chat.ask('/say One.');
  await chat.startNew();
  await chat.closeToast();
  await chat.temporary.press('Space');
  await chat.box.fill('Not for any storage');
  await page.goBack();
  await expect(chat.replies).toContainText('One.');
  await chat.startNew();
  await expect(chat.box).toHaveValue('Not for any storage');
  await expect(chat.temporary).toBeChecked();
});

test('an address of no conversation says so and leads on, also with a file beside the box, and by N @rest', async ({
  chat,
  page,
  asked,
}) => {
  const missing = '/chat/019bb000-0000-7000-8000-000000000000';
  await page.goto(missing);
  await expect(page.getByText('This conversation is not here.')).toBeVisible();
  await page.getByRole('button', { name: 'New conversation' }).click();
  await expect(page).toHaveURL(/\/chat$/);
  await page.goBack();
  await expect(page.getByText('This conversation is not here.')).toBeVisible();
  await page.locator('input[capture]').setInputFiles(samples.picture);
  const chips = page.getByRole('list', { name: 'Files to send' });
  await expect(chips).toContainText('PNG');
  await chat.ask('/say A dot.');
  await expect(page).not.toHaveURL(missing);
  expect(asked()).toHaveLength(1);
  expect(JSON.stringify(asked()[0]?.body)).toContain(samples.picture.buffer.toString('base64'));
  await expect(chips).toHaveCount(0);

  await page.goto(missing);
  await expect(page.getByText('This conversation is not here.')).toBeVisible();
  await expect(chips).toHaveCount(0);
  await chat.box.blur();
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/chat$/);
});

test('the settings and the draft of a conversation stay with it @rest', async ({ chat, page }) => {
  await chat.open();
  await chat.ask('/say One.');
  await chat.box.fill('A thought for later');
  await chat.startNew();
  await expect(chat.box).toHaveValue('');
  await page.goBack();
  await expect(chat.box).toHaveValue('A thought for later');
  await page.reload();
  await expect(chat.replies).toHaveCount(1);
  await expect(chat.box).toHaveValue('A thought for later');
});

test('a picture is seen and sent again after a reload @rest', async ({ chat, page, asked }) => {
  await chat.open();
  const dropped = await page.evaluateHandle(async () => {
    const canvas = new OffscreenCanvas(40, 30);
    canvas.getContext('2d')?.fillRect(0, 0, 40, 30);
    const transfer = new DataTransfer();
    transfer.items.add(new File([await canvas.convertToBlob()], 'black.png', { type: 'image/png' }));
    return transfer;
  });
  await chat.list.dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByRole('list', { name: 'Files to send' })).toContainText(/black\.png.*bytes/);
  await chat.ask('What is this?');
  await expectStored(page, 1);
  await page.reload();
  await expect(chat.button('Open black.png')).toBeVisible();
  await chat.ask('And now?');
  const [first, second] = asked().map(({ body }) => JSON.stringify(body));
  const picture = /data:image\/png;base64,[\w+/=]+/;
  expect(picture.exec(second ?? '')?.[0]).toBe(picture.exec(first ?? '')?.[0]);
});

test('a reply that ends while a change from another tab is read stays on the screen @rest', async ({
  chat,
  page,
  context,
  imitation,
}) => {
  await page.addInitScript(() => {
    const late = { isOn: false, held: [] as (() => void)[] };
    Object.assign(globalThis, { late });
    const reading = new WeakSet<IDBTransaction>();
    const { getAll } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.getAll = function (...given: unknown[]) {
      if (this.name === 'messages') reading.add(this.transaction);
      return getAll.apply(this, given as [IDBKeyRange?]);
    };
    const { addEventListener } = IDBTransaction.prototype;
    IDBTransaction.prototype.addEventListener = function (type: string, listener: EventListener) {
      addEventListener.call(this, type, (event) => {
        if (type === 'complete' && late.isOn && reading.has(this)) late.held.push(() => listener(event));
        else listener(event);
      });
    };
  });
  const late = (change: (late: { isOn: boolean; held: (() => void)[] }) => unknown) =>
    page.evaluate(`(${change})(late)`);
  await chat.open();
  await chat.ask('/say One.');
  await expectStored(page, 1);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('button', { name: /^Rename/ })).toBeVisible();

  imitation.hold();
  await chat.say('/say Two is longer.');
  await expect(chat.stop).toBeVisible();
  await late((one) => {
    one.isOn = true;
  });
  await other.getByRole('button', { name: /^Rename/ }).click();
  await other.getByRole('textbox', { name: 'Title' }).fill('Another title');
  await other.keyboard.press('Enter');
  await expect.poll(() => late((one) => one.held.length)).toBeGreaterThan(0);
  imitation.release();
  await expect(chat.replies.last()).toContainText('Two is longer.');
  await expect(chat.send).toBeVisible();
  await late((one) => {
    one.isOn = false;
    for (const go of one.held) go();
  });
  // What was read is shown within two frames.
  await page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
  await expect(page.getByRole('button', { name: /^Rename/ })).toContainText('Another title');
  await expect(chat.replies).toHaveText([/One/, /Two is longer/]);
});
