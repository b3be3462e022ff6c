import type { Page } from '@playwright/test';
import { expectClean, expectCleanInBothColours } from './axe.ts';
import { expect, isLongRun } from './journey.ts';
import { test } from './member.ts';
import { choose, createSpace, join } from './room.ts';
import { shiftsSeen, watchShifts } from './shifts.ts';
import { conversations, idOf, store } from './stored.ts';

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'At a glance' });

/** The height of the row that holds this button, in px, and the names of what stands both there and in the header. */
const rowOf = (page: Page, button: string) =>
  page.evaluate((label) => {
    const slim = document.querySelector(`button[aria-label="${label}"]`)?.parentElement;
    const names = (box: Element | null | undefined) =>
      [...(box?.querySelectorAll('a, button') ?? [])]
        .filter((one) => one.checkVisibility())
        .map((one) => one.ariaLabel ?? one.textContent);
    const above = names(document.querySelector('header'));
    const inBoth = names(slim).filter((one) => above.includes(one));
    return { height: slim?.getBoundingClientRect().height, inBoth };
  }, button);

test('every page of a member has the header, a sidebar that folds, and the way back to each conversation; under it a conversation and a room have one slim row, and nothing stands in both [FRAME-01 FRAME-02 FRAME-06 FRAME-10 FRAME-14]', async ({
  page,
  context,
  ada,
  api,
}) => {
  await store(context, conversations(3), ada);
  for (const path of ['/dashboard', '/spaces', '/settings', '/chat']) {
    await page.goto(path);
    await expect(page.getByRole('searchbox', { name: 'Search' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Notifications' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Polylogue' })).toHaveCount(1);
    await expect(sidebar(page).getByRole('link', { name: 'Conversation number 2' })).toBeVisible();
    await expect(sidebar(page).getByText('No spaces joined')).toBeVisible();
    const banner = page.getByRole('banner');
    await expect(banner).toHaveCount(1);
    await expect(banner.getByRole('button', { name: 'Your account' })).toBeVisible();
  }
  const own = page.getByRole('region', { name: 'This conversation' });
  await expect(own.getByRole('button', { name: 'Settings' })).toBeVisible();
  async function expectSlimRow(button: string) {
    await expect(page.getByRole('button', { name: button, exact: true })).toBeVisible();
    const { height, inBoth } = await rowOf(page, button);
    expect(height).toBeLessThanOrEqual(45);
    expect(inBoth).toEqual([]);
  }
  await expectSlimRow('Settings');

  const width = async () => (await sidebar(page).boundingBox())?.width ?? 0;
  expect(await width()).toBeGreaterThan(200);
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect.poll(width).toBeLessThan(80);
  await expect(sidebar(page).getByRole('link', { name: 'Conversation number 1' })).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible();
  expect(await width()).toBeLessThan(80);
  await page.setViewportSize({ width: 900, height: 700 });
  await page.getByRole('button', { name: 'Open sidebar' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Expand sidebar' }).click();
  await expect.poll(width).toBeGreaterThan(200);

  const way = sidebar(page).getByRole('link', { name: 'Conversation number 2' });
  await way.click();
  await expect(page).toHaveURL(`/chat/${idOf(2)}`);
  await expect(way).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
  if (isLongRun) await expectClean(page);

  await page.goto(await createSpace(api, ada));
  await expect(page.getByRole('banner').getByRole('button', { name: 'Your account' })).toBeVisible();
  await expectSlimRow('More about this space');
});

test('on a phone it comes in from the side, and keeps the focus [FRAME-03] @touch', async ({
  page,
  context,
  ada,
}) => {
  await store(context, conversations(3), ada);
  await page.goto('/dashboard');
  const bar = page.getByRole('navigation', { name: 'Quick access' });
  await expect(bar.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
  await bar.getByRole('link', { name: 'Conversations' }).click();
  await expect(page).toHaveURL('/conversations');
  await expect(page.getByRole('heading', { name: 'Conversations', level: 1 })).toBeVisible();

  const menu = page.getByRole('button', { name: 'Menu' });
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await menu.click();
  await expect(drawer).toBeVisible();
  // The letter of a picture, which no one hears, counts there as part of the account's name.
  if (isLongRun) await expectClean(page, ['region', 'label-content-name-mismatch']);
  for (let presses = 0; presses < 16; presses += 1) {
    await page.keyboard.press('Tab');
    await expect(drawer.locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(menu).toBeFocused();

  await menu.click();
  await drawer.getByRole('link', { name: 'Conversation number 3' }).click();
  await expect(page).toHaveURL(`/chat/${idOf(3)}`);
  await expect(drawer).toBeHidden();
  await expect(bar).toHaveCount(0);
  if (isLongRun) await expectClean(page);
});

test('on a phone at least 84 % of the height is content and text box, one header over them, which leads home from the chat, too [CHAT-01 FRAME-13] @touch', async ({
  page,
  ada,
  api,
}) => {
  const address = await createSpace(api, ada);
  for (const path of ['/chat', address, '/conversations']) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    const share = await page.evaluate(() => {
      const menus = [...document.querySelectorAll('button[aria-label="Menu"]')];
      const top = menus.find((one) => one.checkVisibility())?.getBoundingClientRect();
      const bar = document.querySelector('nav[aria-label="Quick access"]')?.getBoundingClientRect();
      const main = document.querySelector('main')?.getBoundingClientRect();
      // The button stands in the middle of the header.
      const header = (top?.top ?? 0) + (top?.bottom ?? 0);
      return { header, under: main?.top, part: 1 - (header + (bar?.height ?? 0)) / innerHeight };
    });
    expect(share.part).toBeGreaterThanOrEqual(0.84);
    // Nothing else is above the content.
    if (path !== address) expect(share.under).toBeCloseTo(share.header, 0);
  }
  await page.goto('/chat');
  await page.getByRole('link', { name: 'Polylogue' }).tap();
  await expect(page).toHaveURL('/dashboard');
});

test('a guest has the same sidebar in the chat, where a conversation is renamed, pinned, archived and deleted [FRAME-04 FRAME-12] @phone-rest', async ({
  page,
  context,
  chat,
  isMobile,
}) => {
  await store(context, conversations(3));
  await chat.open();
  if (isMobile) await page.getByRole('button', { name: 'Menu' }).click();
  const place = isMobile ? page.getByRole('dialog', { name: 'Menu' }) : sidebar(page);
  await test.step('a guest has the same sidebar in the chat', async () => {
    await expect(place.getByRole('region', { name: 'Active Conversations' })).toContainText(
      'Conversation number 1',
    );
    for (const name of ['All conversations', 'Recently deleted', 'Sign up', 'Sign in'])
      await expect(place.getByRole('link', { name })).toBeVisible();
    if (isMobile) await expect(place.getByRole('link', { name: 'Costs' })).toBeVisible();
    await expect(place.getByRole('button', { name: 'Delete all conversations' })).toBeVisible();
    await expect(place.getByRole('heading', { level: 2 })).toHaveText(
      isMobile ? ['Menu', 'Active Conversations'] : ['Active Conversations'],
    );
    await place.getByRole('link', { name: 'Conversation number 1' }).click();
    await expect(page).toHaveURL(`/chat/${idOf(1)}`);
    await expect(page.getByRole('searchbox')).toHaveCount(0);
  });
  await test.step('a conversation beside the chat is renamed, pinned, archived and deleted where it stands', async () => {
    if (isMobile) await page.getByRole('button', { name: 'Menu' }).click();
    const row = (name: string) => place.getByRole('link', { name, exact: true });
    async function act(name: string, item: string) {
      const menu = place.getByRole('button', { name: `Actions for ${name}`, exact: true });
      if (isMobile) await menu.tap();
      else {
        await row(name).focus();
        await page.keyboard.press('Tab');
        await expect(menu).toBeFocused();
        await menu.press('Enter');
      }
      await page.getByRole('menuitem', { name: item }).click();
    }

    await act('Conversation number 2', 'Rename');
    const title = place.getByRole('textbox', { name: 'Title' });
    await title.fill('Two');
    await title.press('Enter');
    await expect(row('Two')).toBeFocused();
    await expect(page).toHaveURL(`/chat/${idOf(1)}`);
    await act('Two', 'Pin');
    await expect(place.getByRole('list', { name: 'Pinned' })).toContainText('Two');
    await act('Two', 'Archive');
    await expect(row('Two')).toHaveCount(0);
    await chat.toasts.getByRole('button', { name: 'Undo' }).click();
    await expect(row('Two')).toBeVisible();

    await expect(place.getByRole('link', { name: 'All conversations' })).toHaveAttribute(
      'href',
      '/conversations',
    );

    // The open one: a new chat takes its place, until the deletion is undone.
    await act('Conversation number 1', 'Delete');
    await expect(page).toHaveURL('/chat');
    await chat.toasts.getByRole('button', { name: 'Undo' }).click();
    await expect(page).toHaveURL(`/chat/${idOf(1)}`);
    await expect(row('Conversation number 1')).toBeVisible();

    if (isMobile) return;
    await row('Conversation number 3').press('F2');
    await title.press('Escape');
    await row('Conversation number 3').press('Delete');
    await expect(row('Conversation number 3')).toHaveCount(0);

    // Whoever has gone elsewhere meanwhile stays there.
    await row('Conversation number 1').press('Delete');
    await expect(page).toHaveURL('/chat');
    await place.getByRole('link', { name: 'All conversations' }).click();
    await expect(page.getByRole('heading', { name: 'Conversations', level: 1 })).toBeVisible();
    await chat.toasts.getByRole('button', { name: 'Undo' }).click();
    await expect(row('Conversation number 1')).toBeVisible();
    await expect(page).toHaveURL('/conversations');
  });
});

test('a title that is being typed stays when its conversation moves to another group [FRAME-12] @rest', async ({
  page,
  context,
  chat,
}) => {
  await store(context, conversations(3));
  await chat.open();
  await sidebar(page).getByRole('link', { name: 'Conversation number 3', exact: true }).press('F2');
  const title = sidebar(page).getByRole('textbox', { name: 'Title' });
  await title.fill('Half a tit');
  const other = await context.newPage();
  await other.goto('/chat');
  await sidebar(other)
    .getByRole('button', { name: 'Actions for Conversation number 3', exact: true })
    .click();
  await other.getByRole('menuitem', { name: 'Pin' }).click();
  await page.bringToFront();
  const pinned = sidebar(page).getByRole('list', { name: 'Pinned' });
  await expect(pinned.getByRole('textbox', { name: 'Title' })).toHaveValue('Half a tit');
  await page.keyboard.insertText('le');
  await page.keyboard.press('Enter');
  await expect(pinned.getByRole('link', { name: 'Half a title', exact: true })).toBeFocused();
});

test.describe('with a key', () => {
  test.use({ provider: 'openai' });

  test('a conversation chosen beside the chat has the focus, also while its text box is disabled [FRAME-06] @rest', async ({
    page,
    context,
    chat,
    imitation,
  }) => {
    await store(context, conversations(1));
    await chat.open();
    imitation.hold();
    await chat.say('/say Good day.');
    await expect(chat.box).toBeDisabled();
    const link = (name: string) => sidebar(page).getByRole('link', { name, exact: true });
    await link('Conversation number 1').click();
    await expect(chat.box).toBeFocused();
    await link('/say Good day. , an answer is coming').click();
    await expect(chat.box).toBeDisabled();
    await expect(page.locator('#content')).toBeFocused();
    imitation.release();
  });

  test('the menu of the chat renames, pins, archives and deletes it, too [FRAME-12] @rest', async ({
    page,
    chat,
  }) => {
    await chat.open();
    await chat.ask('/say Good day.');
    async function act(item: string) {
      await chat.button('Conversation').click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    }
    await act('Rename');
    const title = page.getByRole('textbox', { name: 'Title' });
    await expect(title).toBeFocused();
    await title.fill('One');
    await title.press('Enter');
    await expect(sidebar(page).getByRole('link', { name: 'One', exact: true })).toBeVisible();
    await act('Pin');
    await expect(sidebar(page).getByRole('list', { name: 'Pinned' })).toContainText('One');
    await act('Archive');
    await chat.expectToast('Conversation archived');
    await act('Unarchive');
    await act('Delete');
    await expect(page).toHaveURL('/chat');
    await expect(sidebar(page).getByRole('link', { name: 'One', exact: true })).toHaveCount(0);
  });
});

for (const who of ['a member', 'a guest'] as const) {
  const title =
    who === 'a member'
      ? '; “New conversation” in one that has not begun leads to its text box [FRAME-05 FRAME-11] @phone-rest'
      : ' [FRAME-05] @phone-rest @rest';
  test(`nothing moves when the frame of ${who} arrives${title}`, async ({ page, context, api, isMobile }) => {
    const ada = who === 'a member' ? await api.signUp() : undefined;
    await store(context, conversations(30), ada);
    if (ada) {
      await context.addInitScript(({ access_token, refresh_token }) => {
        localStorage.setItem('access_token', access_token);
        localStorage.setItem('refresh_token', refresh_token);
      }, ada);
    }
    await watchShifts(page);
    await page.goto('/chat');
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeEnabled();
    await expect(page.getByRole('button', { name: /^(?:Menu|Collapse sidebar)$/ })).toBeVisible();
    if (ada && !isMobile) await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    expect(await shiftsSeen(page)).toEqual([]);
    if (!ada || isMobile) return;

    const before = await page.evaluate(() => history.length);
    await sidebar(page).getByRole('link', { name: 'New conversation' }).click();
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
    expect(await page.evaluate(() => history.length)).toBe(before);
    // The same where the sidebar overlays the page.
    await page.setViewportSize({ width: 900, height: 700 });
    await page.getByRole('button', { name: 'Open sidebar' }).click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await drawer.getByRole('link', { name: 'Conversation number 2', exact: true }).click();
    await expect(drawer).toBeHidden();
    await expect(page).toHaveURL(`/chat/${idOf(2)}`);
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
  });
}

test('on the dashboard one begins by writing, and goes on with the latest; nothing in its header moves while it is pressed, even when the connection is lost [FRAME-07 FRAME-16] @phone-rest', async ({
  page,
  context,
  watched,
  ada,
}) => {
  const some = conversations(9);
  Object.assign(some[7] ?? {}, { fields: { pinned: [true, Date.now()] } });
  await store(context, some, ada);
  await page.goto('/dashboard');
  const main = page.getByRole('main');
  const cards = main.getByRole('region', { name: 'Continue' }).getByRole('listitem');
  await expect(cards).toHaveCount(6);
  await expect(cards.first()).toContainText('Conversation number 8');
  // Only what is not on the page already.
  await expect(main.getByRole('region', { name: 'Recent activity' }).getByRole('link')).toHaveText([
    'Conversation number 6',
    'Conversation number 7',
    'Conversation number 9',
  ]);
  await expect(main.getByText('No recent activity yet.')).toHaveCount(0);
  await expectClean(page);

  const box = main.getByRole('textbox', { name: 'Message' });
  await main.getByRole('button', { name: 'Send' }).click();
  await expect(box).toBeFocused();
  await box.fill('Which snakes can swim?');
  await page.reload();
  await expect(box).toHaveValue('Which snakes can swim?');
  await box.press('Enter');
  await expect(page).toHaveURL('/chat');
  // No provider is configured yet: the text is in the box, and handed over once.
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Which snakes can swim?');
  expect(await page.evaluate(() => sessionStorage.getItem('polylogue.begin'))).toBeNull();
  await page.goto('/dashboard');
  await expect(box).toHaveValue('');
  await expect(cards).toHaveCount(6);

  watched.expectErrors(/ERR_INTERNET_DISCONNECTED/);
  const account = page.getByRole('button', { name: 'Your account' });
  // The press takes the focus from the box.
  await box.focus();
  await account.hover();
  const before = await account.boundingBox();
  const notice = page.getByText('You are offline.');
  await page.mouse.down();
  await context.setOffline(true);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await account.boundingBox()).toEqual(before);
  await page.mouse.up();
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(notice).toBeVisible();
});

test.describe('with a provider and a room', () => {
  test.use({ provider: 'openai' });

  test('the dashboard shows what goes on now, and the last line of each conversation [FRAME-15]', async ({
    page,
    chat,
    api,
    ada,
    begin,
    imitation,
  }) => {
    const grace = await api.signUp();
    const address = await createSpace(api, ada, 'Book club of all who read long books about other books');
    await join(api, grace, address);
    const params = { space_id: address.slice('/spaces/'.length) };
    const message = { message_id: crypto.randomUUID(), body: 'Shall we begin?' };
    await api.as(grace, 'POST /api/v1/spaces/:space_id/messages', { params, body: message });
    const session = { session_id: crypto.randomUUID(), starts_at: Date.now() + 3_600_000, minutes: 60 };
    await api.as(ada, 'POST /api/v1/spaces/:space_id/sessions', { params, body: session });

    await chat.open();
    await begin(3);
    const home = page.getByRole('link', { name: 'Polylogue' });
    await home.click();
    const main = page.getByRole('main');
    const now = main.getByRole('region', { name: 'Now' }).getByRole('listitem');
    await expect(now).toHaveCount(3);
    await expect(now.nth(0)).toContainText('An answer is coming in /say Twelve pieces of text.');
    await expect(now.nth(1)).toContainText('Session in Book club');
    await expect(now.nth(2)).toContainText('1 unread message in Book club');
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    // Nothing is listed twice.
    await expect(main.getByRole('region', { name: 'Recent activity' })).toHaveCount(0);
    imitation.release();
    await expect(now).toHaveCount(2);
    const card = main.getByRole('region', { name: 'Continue' }).getByRole('listitem');
    await expect(card).toContainText('Twelve pieces of text.');
    await expect(card).not.toContainText('You:');
  });
});

test('the header of the app is the one banner of a page [FRAME-10] @phone-rest @rest', async ({
  page,
  context,
  ada,
  isMobile,
}) => {
  await store(context, conversations(3), ada);
  for (const path of ['/chat', `/chat/${idOf(1)}`, '/conversations', '/dashboard']) {
    await page.goto(path);
    const banner = page.getByRole('banner');
    const isChat = path.startsWith('/chat');
    // On a phone, a chat has only its own header.
    if (!isMobile || !isChat)
      await expect(banner.getByRole('button', { name: 'Your account' })).toBeVisible();
    await expect(banner).toHaveCount(isMobile && isChat ? 0 : 1);
    await expect(page.getByRole('main')).toHaveCount(1);
    if (isChat) {
      const own = page.getByRole('region', { name: 'This conversation' });
      await expect(own.getByRole('button', { name: 'Settings' })).toBeVisible();
    }
    await expectCleanInBothColours(page, isMobile ? ['target-size'] : []);
    // The link that skips what comes before it leads into the page.
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('#content')).toBeFocused();
  }
});

test.describe('with a provider', () => {
  test.use({ provider: 'openai' });

  test('the sidebar marks the conversation in which an answer is coming, in every tab [FRAME-09]', async ({
    page,
    context,
    chat,
    begin,
    imitation,
  }) => {
    await chat.open();
    await begin(3);
    const marked = (tab: Page) =>
      sidebar(tab).getByRole('link', { name: /Twelve pieces of text.*, an answer is coming$/ });
    await expect(marked(page)).toBeVisible();
    const other = await context.newPage();
    await other.goto('/conversations');
    await expect(marked(other)).toBeVisible();
    await sidebar(page).getByRole('link', { name: 'New conversation' }).click();
    await expect(page).toHaveURL('/chat');
    await expect(marked(page)).toBeVisible();
    imitation.release();
    await expect(marked(page)).toHaveCount(0);
    await expect(marked(other)).toHaveCount(0);

    // A closed tab receives nothing any more.
    await begin(3);
    await expect(marked(other)).toBeVisible();
    await page.close();
    await expect(marked(other)).toHaveCount(0);
  });

  test('“New conversation” in a temporary one begins another [FRAME-11] @rest', async ({ page, chat }) => {
    await chat.open();
    await chat.temporary.click();
    await chat.ask('/say Here.');
    await sidebar(page).getByRole('link', { name: 'New conversation' }).click();
    await expect(chat.messages).toHaveCount(0);
    await chat.toasts.getByRole('button', { name: 'Undo' }).click();
    await expect(chat.replies).toHaveCount(1);
  });

  test('a question asked on Home while a temporary chat is under way begins a conversation of its own @rest', async ({
    page,
    chat,
    ada: _signedIn,
  }) => {
    await chat.open();
    await chat.temporary.click();
    await chat.ask('/say Here.');
    await page.getByRole('link', { name: 'Polylogue' }).first().click();
    await page.getByPlaceholder('Message…', { exact: true }).fill('/say On record.');
    await page.keyboard.press('Enter');
    await expect(chat.replies).toHaveText([/On record\./]);
    await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}$/);
    await chat.toasts.getByRole('button', { name: 'Undo' }).click();
    await expect(chat.replies).toHaveText([/Here\./]);
  });

  test('a question asked on Home is stored, also where a temporary chat waits for its first question @rest', async ({
    page,
    chat,
    ada: _signedIn,
  }) => {
    await chat.open();
    await chat.temporary.click();
    await chat.box.fill('Just between us');
    await page.getByRole('link', { name: 'Polylogue' }).first().click();
    await page.getByPlaceholder('Message…', { exact: true }).fill('/say On record.');
    await page.keyboard.press('Enter');
    await expect(chat.replies).toHaveText([/On record\./]);
    await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}$/);
    await expect(chat.box).toHaveValue('');
    await chat.toasts.getByRole('button', { name: 'Undo' }).click();
    await expect(chat.box).toHaveValue('Just between us');
    await expect(chat.temporary).toBeChecked();
  });
});

test('Ctrl K goes to a conversation, a space or a page by a few letters; spaces are found on their page too, and members in theirs [FRAME-08 SPACE-16 MSEARCH-20]', async ({
  page,
  context,
  ada,
  api,
}) => {
  const [grace, alan] = await Promise.all([api.signUp(), api.signUp()]);
  const names = ['Book club', ...Array.from({ length: 7 }, (_, at) => `Space number ${at + 1}`)];
  const [address = ''] = await Promise.all(names.map((name) => createSpace(api, ada, name)));
  for (const member of [grace, alan]) await join(api, member, address);
  const open = `Compilers of ${grace.username}`;
  await createSpace(api, grace, open);
  // As if there were more members, and more public spaces than one page has.
  await page.route(`**/api/v1${address}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), people: 10 } });
  });
  const next = `${Date.now() + 3_600_000}.${crypto.randomUUID()}`;
  const isFirstPage = ({ pathname, search }: URL) => pathname === '/api/v1/spaces/public' && search === '';
  await page.route(isFirstPage, (route) => route.fulfill({ json: { spaces: [], next } }));

  await store(context, conversations(12), ada);
  await page.goto('/dashboard');
  await expect(sidebar(page).getByRole('link', { name: 'Conversation number 1', exact: true })).toBeVisible();
  // On a slow line, what is typed meanwhile waits for its box.
  const arriving = Promise.withResolvers<void>();
  await page.route(/\/assets\/palette-/, async (route) => {
    await arriving.promise;
    await route.continue();
  });
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('settings');
  arriving.resolve();
  const palette = page.getByRole('dialog', { name: 'Go to' });
  const box = palette.getByRole('combobox');
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('settings');
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
  // Once its code is there, too.
  const home = page.getByRole('link', { name: 'All conversations' }).first();
  await home.focus();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('zebra');
  await expect(box).toHaveValue('zebra');
  await page.keyboard.press('Escape');
  await expect(home).toBeFocused();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(box).toBeFocused();
  await expect(palette.getByRole('group', { name: 'Pages' })).toContainText('Settings');
  await box.fill('number 12');
  await expect(palette.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/chat/${idOf(12)}`);

  // The frame around the chat, and with it the shortcut, loads once the chat is usable.
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(box).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await box.fill('spaces');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(palette.getByRole('option', { name: /^Spaces/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/spaces');

  const main = page.getByRole('main');
  const own = main.getByRole('list', { name: 'Your spaces' }).getByRole('listitem');
  await expect(own).toHaveCount(8);
  await main.getByLabel('Filter by name').fill('book');
  await expect(own).toHaveText([/Book club/]);
  await main.getByLabel('Filter by name').fill('nowhere');
  await expect(main.getByText('No space matches.')).toBeVisible();
  await main.getByLabel('Beginning of the name').fill(open.toLowerCase().slice(0, -1));
  await expect(main.getByRole('list', { name: 'Public spaces' }).getByRole('listitem')).toHaveText([
    new RegExp(open),
  ]);

  await page.keyboard.press('ControlOrMeta+k');
  await box.fill('zzzzz');
  await expect(palette.getByText('Nothing found. Try another word')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await page.keyboard.press('ControlOrMeta+k');
  await box.fill('bo');
  await palette.getByRole('option', { name: 'Book club' }).click();
  await expect(page).toHaveURL(address);
  await choose(page, 'Members');
  const members = page.getByRole('list', { name: 'Members' }).getByRole('listitem');
  await expect(members).toHaveCount(3);
  await page.getByLabel('Username or first name').fill(alan.username);
  await expect(members).toHaveText([new RegExp(alan.username)]);
});
