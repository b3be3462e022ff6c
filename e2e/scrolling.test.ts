import { coveredBy } from './covered.ts';
import { expect, test } from './journey.ts';
import { canary, endpointOf } from './provider.ts';

test('the list follows the newest words while its reader is at the bottom [LIST-05 STATE-13 STATE-14] @phone-rest @rest', async ({
  chat,
  imitation,
}) => {
  await chat.open();
  await chat.ask('/tokens 600');
  await expect.poll(async () => (await chat.scrolling()).toBottom).toBeLessThan(10);
  imitation.hold();
  await chat.say('/tokens 400');
  for (const pieces of [40, 120, 120]) {
    const length = async () => (await chat.replies.last().textContent())?.length ?? 0;
    const before = (await chat.replies.count()) > 1 ? await length() : 0;
    imitation.release(pieces);
    await expect(chat.replies).toHaveCount(2);
    await expect.poll(length).toBeGreaterThan(before + pieces);
    await expect.poll(async () => (await chat.scrolling()).toBottom).toBeLessThan(10);
  }
  imitation.release();
  await expect(chat.send).toBeVisible();
  await expect.poll(async () => (await chat.scrolling()).toBottom).toBeLessThan(10);
});

test('a reader who has scrolled up is left alone, and one press brings them back [LIST-06 STATE-13 STATE-14 CONST-08] @rest', async ({
  page,
  chat,
  imitation,
}) => {
  await chat.open();
  await chat.ask('/tokens 900');
  await expect.poll(async () => (await chat.scrolling()).toBottom).toBeLessThan(10);
  imitation.hold();
  await chat.say('/tokens 600');
  imitation.release(50);
  await expect(chat.replies).toHaveCount(2);
  await chat.list.hover();
  await page.mouse.wheel(0, -300);
  await expect.poll(async () => (await chat.scrolling()).toBottom).toBeGreaterThan(100);
  const { top } = await chat.scrolling();
  const latest = chat.button('Jump to latest');
  await expect(latest).toBeVisible();

  // Long after the gesture, too.
  const length = async () => (await chat.replies.last().textContent())?.length ?? 0;
  for (let times = 0; times < 8; times += 1) {
    const before = await length();
    imitation.release(40);
    await expect.poll(length).toBeGreaterThan(before + 40);
    expect((await chat.scrolling()).top).toBe(top);
  }
  imitation.release();
  await expect(chat.send).toBeVisible();
  expect((await chat.scrolling()).top).toBe(top);

  await latest.click();
  await expect.poll(async () => (await chat.scrolling()).toBottom).toBeLessThan(10);
  await expect(latest).toBeHidden();
});

test('sending takes the person to their message, also from far above it; a queued message does not [LIST-34] @phone-rest @rest', async ({
  page,
  chat,
  imitation,
}) => {
  const up = async () => {
    await chat.list.evaluate((list) => list.scrollTo(0, 200));
    await expect(chat.button('Jump to latest')).toBeVisible();
  };
  const isAtEnd = async () => {
    await expect.poll(async () => (await chat.scrolling()).toBottom).toBeLessThan(10);
    await expect(chat.questions.last()).toBeInViewport();
  };
  await chat.open();
  await chat.ask('/tokens 900');
  await up();
  await chat.ask('/say Short.');
  await isAtEnd();

  // With the button, while its reply is on the way, and for as long as that goes on.
  await up();
  imitation.hold();
  await chat.box.fill('/tokens 200');
  await chat.send.click();
  await isAtEnd();
  imitation.release(40);
  await expect(chat.replies).toHaveCount(3);
  await expect.poll(async () => (await chat.scrolling()).toBottom).toBeLessThan(10);

  await chat.say('/say From the queue.');
  await up();
  imitation.release();
  await expect(chat.replies.last()).toContainText('From the queue.');
  await expect(chat.send).toBeVisible();
  expect((await chat.scrolling()).top).toBe(200);

  const edit = chat.questions.nth(1).getByRole('button', { name: 'Edit message' });
  await edit.focus();
  await edit.click();
  await page.getByRole('textbox', { name: 'Edit your message' }).fill('/say Shorter.');
  await up();
  await page.keyboard.press('Enter');
  await expect(chat.replies).toHaveCount(2);
  await expect(chat.send).toBeVisible();
  await isAtEnd();
});

test('a menu that opens over the list does not stop it from following a reply, what unfolds in it does [LIST-05 LIST-06] @phone @rest', async ({
  page,
  chat,
  imitation,
}) => {
  // With another connection a reply has more than one item in its menu.
  await page.addInitScript(
    (saved) => localStorage.setItem('polylogue.connections', saved),
    JSON.stringify([
      { type: 'grok', apiKey: canary, endpoint: endpointOf('grok', imitation.url), model: 'grok-2-1212' },
    ]),
  );
  await chat.open();
  await chat.ask('/tokens 900');
  imitation.hold();
  await chat.say('/tokens 400');
  imitation.release(40);
  await expect(chat.replies).toHaveCount(2);
  const reply = chat.replies.last();
  const length = async () => (await reply.textContent())?.length ?? 0;
  async function grows() {
    const before = await length();
    imitation.release(60);
    await expect.poll(length).toBeGreaterThan(before + 60);
  }
  // The next text arrives right after the press, however slow the machine is. Only the date stands still: Playwright's
  // clock would also stop the one by which growing text is shown.
  const stop = (time: number) => page.evaluate((to) => Object.assign(Date, { now: () => to }), time);
  const at = Date.now();
  await stop(at);
  const more = reply.getByRole('button', { name: 'More' });
  await more.click();
  await expect(page.getByRole('menuitem', { name: 'Delete message' })).toBeVisible();
  await grows();
  await stop(at + 1_000);
  await grows();
  await expect.poll(async () => (await chat.scrolling()).toBottom).toBeLessThan(10);
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await expect(chat.button('Jump to latest')).toBeHidden();

  imitation.release();
  await expect(chat.send).toBeVisible();
  for (const folded of [chat.replies.first(), reply]) {
    const collapse = folded.getByRole('button', { name: 'Collapse message' });
    // On a touch screen it is there once the focus is on the message.
    await collapse.focus();
    await collapse.click();
    await expect(folded.getByRole('region', { name: 'Collapsed message' })).toBeVisible();
  }
  await expect.poll(async () => (await chat.scrolling()).toBottom).toBeLessThan(10);
  // Of the last message the browser keeps the button where it was pressed, which is the end of the list.
  await chat.replies.first().getByRole('button', { name: 'Show all' }).click();
  await expect(chat.button('Jump to latest')).toBeVisible();
  expect((await chat.scrolling()).toBottom).toBeGreaterThan(10);
});

test('Scroll to top is over no message and no error, wherever the list is scrolled to [LIST-27] @phone-rest @rest', async ({
  chat,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  await chat.open();
  await chat.ask('/tokens 900');
  await chat.say('/status 500');
  await expect(chat.button('Change key').or(chat.button('Other model')).first()).toBeVisible();
  await chat.closeToast();
  const toTop = chat.button('Scroll to top');
  for (const place of ['end', 'middle']) {
    await chat.list.evaluate((list, place) => {
      list.scrollTop = place === 'end' ? list.scrollHeight : list.scrollHeight / 2;
    }, place);
    await expect(toTop).toHaveCSS('opacity', '1');
    expect(
      await coveredBy(toTop, chat.list.locator('[class*=_bubble_], [data-error], [data-actions]')),
    ).toEqual([]);
  }
});
