import type { Page } from '@playwright/test';
import type { Member, Server } from './account.ts';
import { expectClean } from './axe.ts';
import { expect } from './journey.ts';
import { createMember, test, toastOf, uniqueName } from './people.ts';
import { pressAction } from './press-action.ts';
import { box, choose, createSpace, idOf, join, log, paste, post, say } from './room.ts';
import { type Sample, samples } from './samples.ts';
import { expectPasted } from './stored.ts';

/** Drops a file on the page, beside the text box. */
const drop = (page: Page, { name, mimeType, buffer }: Sample) =>
  page.evaluate(
    ({ name, type, content }) => {
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], name, { type }));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    },
    { name, type: mimeType, content: buffer.toString('base64') },
  );

test('a post takes files along, mentions people, and stays off the record [SPACE-12] @phone-rest @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
  isMobile,
}) => {
  const address = await createSpace(api, lovelace);
  await join(api, hopper, address);
  await page.goto(address);
  const other = await arrive(hopper);
  await other.goto(address);
  await expect(box(other)).toBeVisible();

  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add files' }).click();
  await (await choosing).setFiles([samples.picture]);
  await drop(page, samples.pdf);
  const chips = page.getByRole('list', { name: 'Files to send' });
  await expect(chips.locator('[aria-busy]')).toHaveCount(0);
  // They wait while another page of the app is visited, and closing the tab asks for confirmation.
  if (isMobile) {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Home' }).click();
  } else await page.getByRole('link', { name: 'Polylogue', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.goBack();
  await expect(chips.getByRole('listitem')).toHaveCount(2);
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => location.reload()));
  await (await asked).dismiss();
  await expect(chips.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Off the record' }).click();
  await expect(page.getByText('it is never sent to an AI')).toBeVisible();
  await box(page).pressSequentially('Look, @gra');
  const people = page.getByRole('listbox', { name: 'People to mention' });
  await expect(people.getByRole('option', { name: hopper.name })).toBeVisible();
  await expectClean(page);
  await box(page).press('Enter');
  await expect(box(page)).toHaveValue(`Look, @${hopper.username} `);
  await box(page).press('Enter');

  const seen = post(other, 'Look,');
  await expect(seen.getByRole('img', { name: 'dot.png' })).toBeVisible();
  await expect(seen.getByRole('link', { name: 'report.pdf' })).toBeVisible();
  await expect(seen).toContainText('mentions you');
  await expect(seen).toContainText('off the record');
  await expect(chips).toHaveCount(0);
  await pressAction(post(page, 'Look,'), 'More');
  await page.getByRole('menuitem', { name: 'Put on the record' }).click();
  await expect(seen).not.toContainText('off the record');
  await other.goto('/notifications');
  await expect(other.getByText(`${lovelace.name} mentioned you`)).toBeVisible();
});

test('a post left unsent in a space is sent from any other page [SPACE-06] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  const address = await createSpace(api, lovelace);
  await join(api, hopper, address);
  const other = await arrive(hopper);
  await other.goto(address);
  await page.goto(address);
  // From this page nothing arrives.
  await page.route(`**/api/v1${address}/messages`, (route, request) =>
    request.method() === 'POST' && page.url().endsWith(address) ? route.abort() : route.fallback(),
  );
  await say(page, 'Before I left');
  await expect(log(page).getByText('Sending…')).toBeVisible();
  await page.goto('/dashboard');
  await expect(log(other).getByText('Before I left')).toHaveCount(1);
});

test('what was typed or pasted comes back as it was meant, and stays within reach of a muted person, and of one who was removed [SPACE-06] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  watched,
}) => {
  const address = await createSpace(api, hopper);
  await join(api, lovelace, address);
  await page.goto(address);
  await page.getByRole('button', { name: 'Off the record' }).click();
  await box(page).fill('Between the two of us');
  await paste(page, 'A letter. '.repeat(1_200));
  await expectPasted(page, 1);
  await page.reload();
  await expect(box(page)).toHaveValue('Between the two of us');
  await expect(page.getByRole('button', { name: 'Off the record' })).toHaveAttribute('aria-pressed', 'true');
  await api.as(hopper, 'PUT /api/v1/spaces/:space_id/members/:user_id', {
    params: { space_id: idOf(address), user_id: lovelace.user_id },
    body: { muted_until: Date.now() + 3_600_000 },
  });
  await expect(page.getByText('A host has muted you')).toBeVisible();
  await expect(page.getByText('Between the two of us')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy message' })).toHaveCount(2);
  await expect(page.getByText('A letter.')).toBeVisible();

  watched.expectErrors(/Failed to load resource/);
  await api.as(hopper, 'DELETE /api/v1/spaces/:space_id/members/:user_id', {
    params: { space_id: idOf(address), user_id: lovelace.user_id },
    query: {},
  });
  await expect(page.getByText('You are not in this space.')).toBeVisible();
  await expect(page.getByText('Between the two of us')).toBeVisible();
  await expect(page.getByText('A letter.')).toBeVisible();
});

test('posts written offline are sent once when the connection is back [SPACE-06] @phone-rest [FAULT-6] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
  watched,
}) => {
  const address = await createSpace(api, lovelace);
  await join(api, hopper, address);
  const other = await arrive(hopper);
  await other.goto(address);
  await page.goto(address);
  await expect(box(page)).toBeVisible();

  await watched.goOffline();
  await say(page, 'Written on the train');
  await expect(log(page).getByText('Sending…')).toBeVisible();
  await page.context().setOffline(false);
  await expect(log(page).getByText('Sending…')).toBeHidden();
  await expect(log(other).getByText('Written on the train')).toHaveCount(1);
  await expect(log(page).getByText('Written on the train')).toHaveCount(1);
});

test('a post is answered, edited, reacted to and deleted, and the others see it [SPACE-08] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
}) => {
  const address = await createSpace(api, lovelace);
  await join(api, hopper, address);
  const other = await arrive(hopper);
  await other.goto(address);
  await page.goto(address);
  await say(page, 'Who brings the cake?');
  const there = post(other, 'Who brings the cake?').first();
  await expect(there).toContainText(lovelace.name);

  await there.getByRole('button', { name: 'React' }).click();
  await other.getByRole('dialog', { name: 'React' }).getByRole('button', { name: '👍' }).click();
  const reaction = log(page).getByRole('button', { name: `👍 ${hopper.name}` });
  await reaction.click();
  await expect(log(other).getByRole('button', { name: `👍 you and ${lovelace.name}` })).toHaveText('👍 2');

  await there.getByRole('button', { name: 'Reply' }).click();
  await expect(box(other)).toBeFocused();
  await say(other, 'I do');
  await expect(log(page).getByRole('blockquote')).toContainText('Who brings the cake?');

  await pressAction(log(page), 'Edit message');
  const edit = page.getByRole('textbox', { name: 'Edit your message' });
  await edit.fill('Who brings the tea?');
  await edit.press('Enter');
  await expect(post(other, 'Who brings the tea?').first()).toContainText('edited');

  await post(page, 'edited').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete message' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(log(other)).toContainText(`Deleted by ${lovelace.name}`);
});

test('a reaction, and that somebody left, reach everyone in a room without a request of theirs [SPACE-08] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
}) => {
  const address = await createSpace(api, lovelace);
  const mary = await createMember(api, { first_name: 'Mary', last_name: uniqueName() });
  for (const one of [hopper, mary]) await join(api, one, address);
  const space_id = idOf(address);
  const message_id = crypto.randomUUID();
  const params = { space_id, message_id, emoji: '👍' };
  await api.as(mary, 'POST /api/v1/spaces/:space_id/messages', {
    params,
    body: { message_id, body: 'Who brings the cake?' },
  });
  const other = await arrive(hopper);
  const requested: string[] = [];
  for (const one of [page, other]) {
    const frames = one.waitForEvent('websocket', (socket) => socket.url().endsWith('/live'));
    await one.goto(address);
    await (await frames).waitForEvent('framereceived', ({ payload }) =>
      String(payload).includes('"presence"'),
    );
    await expect(post(one, 'Who brings the cake?')).toBeVisible();
    // The changes since the socket is open have been fetched.
    await one.waitForLoadState('networkidle');
    one.on('request', (request) => {
      if (request.method() === 'GET' && request.url().includes(space_id)) requested.push(request.url());
    });
  }
  await api.as(mary, 'PUT /api/v1/spaces/:space_id/messages/:message_id/reactions/:emoji', { params });
  await api.as(mary, 'POST /api/v1/spaces/:space_id/leave', { params });
  for (const one of [page, other]) {
    await expect(log(one).getByRole('button', { name: `👍 ${mary.name}` })).toHaveText('👍 1');
    await expect(log(one)).toContainText(`${mary.name} left`);
  }
  expect(requested).toEqual([]);
});

test('an edit begun before the message was changed elsewhere says so, and can start over [SPACE-08] @rest', async ({
  page,
  api,
  lovelace,
}) => {
  const address = await createSpace(api, lovelace);
  const params = { space_id: idOf(address) };
  const message_id = crypto.randomUUID();
  const body = 'Cake at four';
  await api.as(lovelace, 'POST /api/v1/spaces/:space_id/messages', { params, body: { message_id, body } });
  await page.goto(address);
  await pressAction(log(page), 'Edit message');
  const edit = page.getByRole('textbox', { name: 'Edit your message' });
  await edit.fill('Cake at five');
  await api.as(lovelace, 'PUT /api/v1/spaces/:space_id/messages/:message_id', {
    params: { ...params, message_id },
    body: { body: 'Tea at four' },
  });
  const outdated = log(page).getByText('has been changed since you began');
  await expect(outdated).toBeVisible();
  await expect(edit).toHaveValue('Cake at five');
  await log(page).getByRole('button', { name: 'Start over' }).click();
  await expect(edit).toHaveValue('Tea at four');
  await expect(outdated).toBeHidden();
});

test('a muted member can still delete what they posted, and in an archived space too [SPACE-08] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
}) => {
  const address = await createSpace(api, hopper);
  const params = { space_id: idOf(address) };
  await join(api, lovelace, address);
  await page.goto(address);
  await say(page, 'Written in anger');
  await say(page, 'Written in haste');
  await expect(log(page).getByText('Sending…')).toHaveCount(0);

  async function remove(text: string) {
    // All that is left to them is one button, not a menu.
    await post(page, text).getByRole('button', { name: 'Delete message' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(log(page).getByText(text)).toBeHidden();
  }

  const muted_until = Date.now() + 3_600_000;
  await api.as(hopper, 'PUT /api/v1/spaces/:space_id/members/:user_id', {
    params: { ...params, user_id: lovelace.user_id },
    body: { muted_until },
  });
  await expect(box(page)).toBeHidden();
  await remove('Written in anger');
  await api.as(hopper, 'POST /api/v1/spaces/:space_id/archive', { params, body: { is_archived: true } });
  await expect(page.getByText('This space is archived', { exact: false })).toBeVisible();
  await remove('Written in haste');
});

test('a draft in a space is there again after a reload [SPACE-06] @rest', async ({ page, api, lovelace }) => {
  const address = await createSpace(api, lovelace);
  await page.goto(address);
  await box(page).fill('Not finished');
  await page.reload();
  await expect(box(page)).toHaveValue('Not finished');
});

test('a draft is off the record in a second tab too, and gone from there once the first has sent it [SPACE-06] @rest', async ({
  context,
  page,
  api,
  lovelace,
}) => {
  const address = await createSpace(api, lovelace);
  const offRecord = (tab: Page) => tab.getByRole('button', { name: 'Off the record' });
  const other = await context.newPage();
  await other.goto(address);
  await expect(box(other)).toHaveValue('');
  await page.goto(address);
  await offRecord(page).click();
  await box(page).fill('Between us');
  await expect.poll(() => page.evaluate(() => Object.values(localStorage))).toContain('Between us');
  await other.reload();
  await expect(box(other)).toHaveValue('Between us');
  await expect(offRecord(other)).toHaveAttribute('aria-pressed', 'true');
  await box(page).press('Enter');
  await expect(box(other)).toHaveValue('');
  await expect(log(page).getByText('Between us')).toHaveCount(1);
  await other.reload();
  await expect(post(other, 'Between us')).toBeVisible();
  await expect(box(other)).toHaveValue('');
});

test('a search goes through all of a room, and a reader further up sees that there are new messages [SPACE-17] @rest', async ({
  page,
  api,
  lovelace,
}) => {
  const address = await createSpace(api, lovelace);
  const say = async (who: Member, body: string) =>
    api.as(who, 'POST /api/v1/spaces/:space_id/messages', {
      params: { space_id: idOf(address) },
      body: { message_id: crypto.randomUUID(), body },
    });
  await say(lovelace, 'Where the needle is');
  // Slow mode allows no faster posts.
  const others = await Promise.all(Array.from({ length: 7 }, () => api.signUp()));
  for (const other of others) {
    await join(api, other, address);
    for (let at = 0; at < 18; at += 1) await say(other, `Hay number ${at}`);
  }
  await page.goto(address);
  await expect(post(page, 'Hay number 17').last()).toBeVisible();
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Find in conversation' }).fill('needle');
  await expect(page.getByText('1 of 1')).toBeVisible();
  await expect(post(page, 'Where the needle is')).toBeInViewport();
  await page.keyboard.press('Escape');
  await say(others[0] as Member, 'Come down here');
  await page.getByRole('button', { name: 'New messages' }).click();
  await expect(post(page, 'Come down here')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'New messages' })).toHaveCount(0);

  // By the menu as well, on a page which says that it searches this room, and begins in its box.
  await choose(page, 'Search messages');
  const searching = page.getByRole('main');
  await expect(searching).toContainText('Only in Book club');
  await expect(searching.getByRole('link', { name: 'New conversation' })).toHaveCount(0);
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('needle');
  await page.keyboard.press('Enter');
  await expect(searching.getByRole('link', { name: /Where the needle is/ })).toBeVisible();
  await searching.getByRole('link', { name: 'Book club', exact: true }).click();
  await expect(post(page, 'Come down here')).toBeVisible();
});

test('a screen reader announces the same words as often as they are posted @rest', async ({
  page,
  api,
  lovelace,
  hopper,
}) => {
  const address = await createSpace(api, lovelace);
  await join(api, hopper, address);
  await page.goto(address);
  await expect(box(page)).toBeVisible();
  const heard: string[] = [];
  await page.exposeFunction('hear', (words: string) => heard.push(words));
  await page.evaluate(() => {
    const { hear } = globalThis as unknown as { hear(words: string): void };
    new MutationObserver((records) => {
      for (const { addedNodes, target } of records) {
        if (!(target instanceof Element) || !target.closest('[role=status]')) continue;
        for (const node of addedNodes) hear(node.textContent ?? '');
      }
    }).observe(document.body, { subtree: true, childList: true });
  });
  for (const count of [1, 2]) {
    await api.as(hopper, 'POST /api/v1/spaces/:space_id/messages', {
      params: { space_id: idOf(address) },
      body: { message_id: crypto.randomUUID(), body: 'Tick' },
    });
    await expect(post(page, 'Tick')).toHaveCount(count);
    await expect.poll(() => heard.filter((words) => words === `${hopper.name}: Tick`).length).toBe(count);
  }
});

test('after a long absence a button leads to the first new message, below the line and the date, or says that it could not be loaded @phone-rest @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  const address = await createSpace(api, lovelace);
  await join(api, hopper, address);
  const say = async (who: Member, body: string) =>
    api.as(who, 'POST /api/v1/spaces/:space_id/messages', {
      params: { space_id: idOf(address) },
      body: { message_id: crypto.randomUUID(), body },
    });
  await say(lovelace, 'See you in a week');
  await say(hopper, 'While you were away');
  // Slow mode allows no faster posts.
  const others = await Promise.all(Array.from({ length: 7 }, () => api.signUp()));
  for (const other of others) {
    await join(api, other, address);
    for (let at = 0; at < 18; at += 1) await say(other, `Hay number ${at}`);
  }

  await page.goto(address);
  await expect(post(page, 'Hay number 17').last()).toBeInViewport();
  // Not above the first message that happens to be loaded.
  const line = log(page).getByText('New messages');
  await expect(line).toHaveCount(0);
  const button = page.getByRole('button', { name: '99+ new, go to the first' });
  await expect(button).toBeVisible();
  await expectClean(page);
  const older = /\/messages\?before=/;
  await page.route(older, (route) => route.abort());
  await button.click();
  await expect(toastOf(page)).toContainText('The new messages could not be loaded');
  await page.unroute(older);
  await button.click();
  await expect(post(page, 'While you were away')).toBeFocused();
  await expect(post(page, 'While you were away')).toContainText('New messages');
  await expect(line).toBeInViewport();
  await expect(button).toHaveCount(0);

  const created = post(page, 'created this space');
  await expect(created).toContainText('Today');
  await expect(log(page).getByText('Today')).toHaveCount(1);
  // The date of a notice is for touch and keyboard, too.
  await created.getByRole('button').focus();
  await expect(created).toContainText(`${new Date().getFullYear()}`);

  // Everything fits on the screen: the line is enough.
  await page.goto('/spaces');
  await say(hopper, 'One more thing');
  await page.goto(address);
  await expect(line).toBeInViewport();
  await expect(post(page, 'One more thing')).toContainText('New messages');
  await expect(page.getByRole('button', { name: /new, go to the first/ })).toHaveCount(0);

  // Nor is the room left for that: its page was hidden for five minutes.
  const show = (value: DocumentVisibilityState, later = 0) =>
    page.evaluate(
      ([value, later]) => {
        const { now } = Date;
        Date.now = () => now() + later;
        Object.defineProperty(document, 'visibilityState', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      },
      [value, later] as const,
    );
  await show('hidden');
  await say(hopper, 'Are you still there?');
  await expect(post(page, 'Are you still there?')).toBeVisible();
  await show('visible', 300_000);
  await expect(post(page, 'Are you still there?')).toContainText('New messages');
  await expect(line).toHaveCount(1);
});

/** Posts a message, then more than a page, then an answer to the first one. */
async function postFarBack(
  api: Server,
  address: string,
  who: Member,
  { mentions }: { mentions: string[] } = { mentions: [] },
) {
  const say = async (who: Member, body: string, more: object = {}) => {
    const message_id = crypto.randomUUID();
    await api.as(who, 'POST /api/v1/spaces/:space_id/messages', {
      params: { space_id: idOf(address) },
      body: { message_id, body, ...more },
    });
    return message_id;
  };
  const needle = await say(who, 'Where the needle is', { mentions });
  const others = await Promise.all(Array.from({ length: 7 }, () => api.signUp()));
  for (const other of others) {
    await join(api, other, address);
    for (let at = 0; at < 18; at += 1) await say(other, `Hay number ${at}`);
  }
  await say(who, 'As I said', { reply_to: needle });
}

test('a notification, a quote and a search lead to a message far back, and a reader there is told of new ones [SPACE-17 SPACE-19]', async ({
  page,
  api,
  lovelace,
  hopper,
}) => {
  const address = await createSpace(api, lovelace);
  await join(api, hopper, address);
  const say = async (body: string, more = {}, who: Member = hopper) => {
    const message_id = crypto.randomUUID();
    await api.as(who, 'POST /api/v1/spaces/:space_id/messages', {
      params: { space_id: idOf(address) },
      body: { message_id, body, ...more },
    });
    return message_id;
  };
  const needle = await say('Where the needle is', { mentions: [lovelace.user_id] });
  // More than a room loads by itself, and than one person may write at a time.
  for (const other of await Promise.all([api.signUp(), api.signUp()])) {
    await join(api, other, address);
    for (let at = 0; at < 18; at += 1) await say(`Hay number ${at}\n\n${'Straw.\n\n'.repeat(10)}`, {}, other);
  }
  await say('As I said', { reply_to: needle });
  let earlier = 0;
  // As if a page had room for ten, so that three fill the room.
  await page.route(/\/messages(\?|$)/, (route) => {
    const url = new URL(route.request().url());
    if (url.searchParams.has('before')) earlier += 1;
    url.searchParams.set('limit', '10');
    return route.request().method() === 'GET' ? route.continue({ url: url.href }) : route.continue();
  });

  await page.goto('/notifications');
  await page.getByRole('link', { name: `${hopper.name} mentioned you` }).click();
  await expect(page).toHaveURL(address);
  await expect(post(page, 'Where the needle is').first()).toBeInViewport();
  await expect(post(page, 'Where the needle is').first()).toBeFocused();

  earlier = 0;
  await page.reload();
  await expect(post(page, 'As I said')).toBeInViewport();
  await expect.poll(() => earlier).toBe(2);
  await post(page, 'As I said').getByRole('blockquote').getByRole('button').click();
  await expect(post(page, 'Where the needle is').first()).toBeFocused();
  await expect(post(page, 'Where the needle is').first()).toBeInViewport();
  expect(earlier).toBeGreaterThan(2);

  earlier = 0;
  await page.reload();
  await expect(post(page, 'As I said')).toBeInViewport();
  await expect.poll(() => earlier).toBe(2);
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Find in conversation' }).fill('where the needle');
  await expect(page.getByRole('search').getByRole('status')).toHaveText('1 of 1');
  await expect(post(page, 'Where the needle is').first()).toBeInViewport();
  expect(earlier).toBeGreaterThan(2);
  await page.keyboard.press('Escape');
  await say('Come down here');
  await page.getByRole('button', { name: 'New messages' }).click();
  await expect(post(page, 'Come down here')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'New messages' })).toHaveCount(0);
});

test('a quote and a notification lead to a message far back that is not loaded yet [SPACE-19] @phone-rest @rest', async ({
  page,
  api,
  lovelace,
  hopper,
}) => {
  const address = await createSpace(api, lovelace);
  await join(api, hopper, address);
  await postFarBack(api, address, hopper, { mentions: [lovelace.user_id] });

  await page.goto('/notifications');
  await page.getByRole('link', { name: `${hopper.name} mentioned you` }).click();
  await expect(page).toHaveURL(address);
  await expect(post(page, 'Where the needle is')).toBeInViewport();
  await expect(post(page, 'Where the needle is')).toBeFocused();

  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await expect(post(page, 'As I said')).toBeInViewport();
  // The address of the skip link names no message.
  await page.evaluate(() => location.assign('#content'));
  await expect(page).toHaveURL(/#content$/);
  await page.reload();
  await expect(post(page, 'As I said')).toBeInViewport();
  await post(page, 'As I said').getByRole('blockquote').getByRole('button').click();
  await expect(post(page, 'Where the needle is').first()).toBeFocused();
  await expect(post(page, 'Where the needle is').first()).toBeInViewport();
});

test('a search in a room does not say that there is nothing before all of it is loaded [SPACE-17] @rest', async ({
  page,
  api,
  lovelace,
  turing,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  const address = await createSpace(api, lovelace);
  await join(api, turing, address);
  await postFarBack(api, address, lovelace);
  const older = /\/messages\?before=/;
  let fail = () => {};
  const mayFail = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route(older, async (route) => {
    await mayFail;
    await route.abort();
  });
  await page.goto(address);
  await expect(post(page, 'As I said')).toBeVisible();
  await page.keyboard.press('Control+f');
  const field = page.getByRole('textbox', { name: 'Find in conversation' });
  const status = page.getByRole('search').getByRole('status');
  await field.fill('where the needle');
  await expect(status).toHaveText('Loading earlier messages…');
  fail();
  await expect(toastOf(page)).toContainText('Earlier messages could not be loaded');
  await expect(status).toHaveText('Nothing found in what is loaded');
  await page.unroute(older);
  await field.fill('where the needle is');
  await expect(status).toHaveText('1 of 1');
  await field.fill('where the pin is');
  await expect(status).toHaveText('Nothing found');

  // Whoever is blocked on another device is no longer shown here: the whole room is loaded anew.
  const loading = page.waitForRequest(older);
  await api.as(lovelace, 'POST /api/v1/user/block', { body: { blocked_user_id: turing.user_id } });
  await api.as(lovelace, 'POST /api/v1/spaces/:space_id/messages', {
    params: { space_id: idOf(address) },
    body: { message_id: crypto.randomUUID(), body: 'A pincushion' },
  });
  await loading;
  await expect(status).toHaveText('Nothing found');
});

test('a quote whose message cannot be loaded says so, and leads there at the next press [SPACE-19] @rest', async ({
  page,
  api,
  lovelace,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  const address = await createSpace(api, lovelace);
  await postFarBack(api, address, lovelace);
  const older = /\/messages\?before=/;
  await page.route(older, (route) => route.abort());
  await page.goto(address);
  const quote = post(page, 'As I said').getByRole('blockquote').getByRole('button');
  await quote.click();
  await expect(toastOf(page)).toContainText('The message could not be loaded');
  await page.unroute(older);
  await quote.click();
  await expect(post(page, 'Where the needle is').first()).toBeFocused();
  await expect(post(page, 'Where the needle is').first()).toBeInViewport();
});

test('hosts read what an edited message said at first; others are not offered it [SPACE-28] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
}) => {
  const address = await createSpace(api, lovelace);
  const params = { space_id: idOf(address) };
  await join(api, hopper, address);
  const message_id = crypto.randomUUID();
  const body = 'Who *took*\nmy cake?';
  await api.as(hopper, 'POST /api/v1/spaces/:space_id/messages', { params, body: { message_id, body } });
  await page.goto(address);
  const there = post(page, 'my cake?');
  const first = page.getByRole('menuitem', { name: 'Show first version' });
  await there.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete message' })).toBeVisible();
  await expect(first).toHaveCount(0);
  await page.keyboard.press('Escape');

  await api.as(hopper, 'PUT /api/v1/spaces/:space_id/messages/:message_id', {
    params: { ...params, message_id },
    body: { body: 'Is there cake?' },
  });
  const edited = post(page, 'Is there cake?');
  await edited.getByRole('button', { name: 'More' }).click();
  await first.click();
  const dialog = page.getByRole('dialog', { name: 'First version' });
  await expect(dialog.getByRole('blockquote')).toHaveText(body);
  await expect(dialog).toContainText(`As posted on ${new Date().getUTCDate()} `);
  await expectClean(page);

  const other = await arrive(hopper);
  await other.goto(address);
  await post(other, 'Is there cake?').getByRole('button', { name: 'More' }).click();
  await expect(other.getByRole('menuitem', { name: 'Delete message' })).toBeVisible();
  await expect(other.getByRole('menuitem', { name: 'Show first version' })).toHaveCount(0);
});

test('on a phone eight short messages of two people fit above the text box, and one press shows the full time and the actions [ROOM-07] @touch', async ({
  page,
  api,
  lovelace,
  hopper,
}) => {
  const address = await createSpace(api, lovelace);
  await join(api, hopper, address);
  const params = { space_id: idOf(address) };
  const path = 'POST /api/v1/spaces/:space_id/messages';
  for (let said = 1; said <= 8; said += 1) {
    const body = { message_id: crypto.randomUUID(), body: `Line ${said}`, is_off_record: said === 7 };
    await api.as(said % 2 ? hopper : lovelace, path, { params, body });
  }
  await page.goto(address);
  await page.getByRole('button', { name: 'OK' }).click();
  for (let said = 1; said <= 8; said += 1) {
    await expect(post(page, `Line ${said}`).locator('[data-text]')).toBeInViewport({ ratio: 1 });
  }
  await expect(post(page, 'Line 7')).toContainText('off the record');

  const message = post(page, 'Line 8');
  const reply = message.getByRole('button', { name: 'Reply' });
  await expect(reply).toBeHidden();
  await message.locator('[data-text]').tap();
  await expect(reply).toBeVisible();
  await expect(message.locator('time')).toHaveText(/\d{4} at/, { useInnerText: true });
  await message.getByRole('button', { name: 'React' }).tap();
  const dialog = page.getByRole('dialog', { name: 'React' });
  await dialog.getByRole('button', { name: 'All emojis' }).tap();
  await dialog.getByRole('searchbox', { name: 'Find an emoji' }).fill('snake');
  await expect(dialog.getByRole('gridcell', { name: 'snake', exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(message.getByRole('button', { name: '🐍 you' })).toBeVisible();
  await message.getByRole('button', { name: 'React' }).tap();
  await expect(dialog.getByRole('button').first()).toHaveText('🐍');
});
