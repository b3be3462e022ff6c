import type { Page } from '@playwright/test';
import { type Member, server } from './account.ts';
import { expectClean, expectCleanInBothColours } from './axe.ts';
import { expect, test as journey } from './journey.ts';
import { me } from './member.ts';

const test = journey.extend<{ ada: Member }>({
  ada: async ({ baseURL }, use) => use(await server(baseURL ?? '').signUp()),
  entries: async ({ ada: { access_token, refresh_token } }, use) => use({ access_token, refresh_token }),
});

/** Makes the page believe that the email address is verified, once it is told who is signed in. */
const verified = (page: Page, when = Promise.resolve()) =>
  page.route(`**${me}`, async (route) => {
    await when;
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), email_verified: true } });
  });

test('the landing page leads a member to the dashboard, behind a small snake, and from there one press leads to everything [ABOUT-03 LAND-12 ROUTE-04 ROUTE-10 DASH-02 DASH-03 DASH-04 DASH-05 DASH-06 DASH-07 DASH-08 DASH-09 DASH-10 DASH-11 DASH-12 DASH-13 DASH-14 DASH-15 DASH-16 DASH-17 DASH-18 DASH-19] @phone-rest', async ({
  page,
  chat,
  isMobile,
}) => {
  const known = Promise.withResolvers<void>();
  await verified(page, known.promise);
  await page.goto('/');
  await expect(page.getByRole('status')).toHaveText('Checking whether you are signed in');
  await expect(page.getByRole('heading')).toHaveCount(0);
  const snake = page.getByRole('status').locator('span').first();
  expect(await snake.boundingBox()).toMatchObject({ width: 48, height: 48 });
  expect(
    await snake.evaluate((sign) => sign.getAnimations({ subtree: true }).map(({ playState }) => playState)),
  ).toEqual(['running']);
  known.resolve();

  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { name: 'Welcome back!', level: 1 })).toBeVisible();
  const header = page.getByRole('banner');
  const home = header.getByRole('link', { name: 'Polylogue' });
  await expect(home).toHaveAttribute('href', '/dashboard');
  const search = header.getByRole('search').getByRole('searchbox', { name: 'Search' });
  await expect(search).toBeVisible();
  // On a phone the menu has them.
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  const ways = isMobile
    ? drawer.getByRole('navigation', { name: 'Pages' })
    : header.getByRole('navigation', { name: 'Main' });
  if (isMobile) await header.getByRole('button', { name: 'Menu' }).click();
  for (const [name, href] of [
    ['Spaces', '/spaces'],
    ['Conversations', '/conversations'],
    ['Community', '/community'],
  ] as const) {
    await expect(ways.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  }
  if (isMobile) await page.keyboard.press('Escape');
  for (const name of ['Add', 'Notifications', 'Your account']) {
    await expect(header.getByRole('button', { name, exact: true })).toBeVisible();
  }

  const main = page.getByRole('main');
  await expect(main.getByText('No recent activity yet.', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.body.clientWidth)).toBe(0);

  // On a phone it comes in from the side.
  if (isMobile) await header.getByRole('button', { name: 'Menu' }).click();
  const sidebar = isMobile ? drawer : page.getByRole('complementary', { name: 'At a glance' });
  for (const [name, placeholder] of [
    ['Active Conversations', 'No active conversations'],
    ['Spaces', 'No spaces joined'],
    ['Sessions', 'No sessions scheduled'],
  ] as const) {
    await expect(sidebar.getByRole('region', { name, exact: true })).toContainText(placeholder);
  }
  if (isMobile) await page.keyboard.press('Escape');

  await main.getByRole('button', { name: 'Join Space' }).click();
  const join = page.getByRole('dialog', { name: 'Join Space' });
  await join.getByLabel('Link or code').fill('something else');
  await join.getByRole('button', { name: 'Continue' }).click();
  await expect(join.getByRole('alert')).toContainText('not an invitation link');
  await page.keyboard.press('Escape');
  await main.getByRole('button', { name: 'Schedule Session' }).click();
  const schedule = page.getByRole('dialog', { name: 'Schedule Session' });
  await expect(schedule).toContainText('You are not yet in a space where you can schedule a session');
  await schedule.getByRole('link', { name: 'Go to Spaces' }).click();
  await expect(page).toHaveURL('/spaces');

  for (const [name, path, nothing] of [
    ['Spaces', '/spaces', 'You are not in any space yet.'],
    ['Conversations', '/conversations', 'No conversations in your account yet.'],
    ['Community', '/community', 'You have no friends here yet.'],
  ] as const) {
    const link = ways.getByRole('link', { name, exact: true });
    if (isMobile) await header.getByRole('button', { name: 'Menu' }).click();
    await link.click();
    await expect(page).toHaveURL(path);
    await expect(page).toHaveTitle(`${name} · Polylogue`);
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(page.getByText(nothing)).toBeVisible();
    if (isMobile) await header.getByRole('button', { name: 'Menu' }).click();
    await expect(link).toHaveAttribute('aria-current', 'page');
    if (isMobile) await page.keyboard.press('Escape');
  }

  const bell = header.getByRole('button', { name: 'Notifications' });
  await bell.click();
  const popover = page.getByRole('dialog', { name: 'Notifications' });
  await expect(popover).toContainText('No notifications yet.');
  await page.keyboard.press('Escape');
  await expect(popover).toBeHidden();
  await expect(bell).toBeFocused();
  await bell.click();
  await popover.getByRole('link', { name: 'See all' }).click();
  await expect(page).toHaveURL('/notifications');
  await expect(main.getByText('No notifications yet.')).toBeVisible();

  await search.fill('zebra <b> & co');
  await search.press('Enter');
  await expect(page.getByRole('main').getByRole('status')).toHaveText('No results for “zebra <b> & co”.');
  await expect(page.getByText('your conversations by their title')).toBeVisible();

  const add = header.getByRole('button', { name: 'Add', exact: true });
  await add.click();
  await expect(page.getByRole('menuitem', { name: 'New conversation' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'New space' }).click();
  await expect(page.getByRole('dialog', { name: 'New space' })).toBeVisible();
  await page.keyboard.press('Escape');

  await home.click();
  await expect(page).toHaveURL('/dashboard');
  await main.getByRole('button', { name: 'Start a Conversation' }).click();
  await expect(page).toHaveURL('/chat');
  await expect(chat.box).toBeVisible();
});

test.describe('without a key', () => {
  test.use({ provider: null });

  test('a message from Home that cannot be sent yet stands before the draft that was there, and apart from it @rest', async ({
    page,
    chat,
  }) => {
    await chat.open();
    await chat.box.fill('A draft.');
    await page.goto('/dashboard');
    const box = page.getByRole('main').getByRole('textbox', { name: 'Message' });
    await box.fill('From Home.');
    await box.press('Enter');
    await expect(page).toHaveURL('/chat');
    await expect(chat.box).toHaveValue('From Home.\n\nA draft.');
  });
});

test('Add offers a new conversation and a new space, also where spaces are @rest', async ({ page }) => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New conversation' }).click();
  await expect(page).toHaveURL('/chat');

  await page.goto('/spaces');
  for (let times = 0; times < 2; times += 1) {
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('menuitem', { name: 'New space' }).click();
    await expect(page.getByRole('dialog', { name: 'New space' })).toBeVisible();
    await expect(page).toHaveURL('/spaces');
    await page.keyboard.press('Escape');
  }
});

test('a dialog that cannot be loaded says so, and opens at the next press @rest', async ({
  page,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  await page.route('**/assets/popups-*', (route) => route.abort());
  await page.goto('/dashboard');
  const add = page.getByRole('button', { name: 'Add', exact: true });
  await add.click();
  await expect(page.getByRole('alert')).toContainText('Add could not be opened');
  await page.unroute('**/assets/popups-*');
  await add.click();
  await expect(page.getByRole('menuitem', { name: 'New space' })).toBeVisible();
});

test('search finds the app’s pages, and says so when there is nothing [DASH-19] @phone-rest @rest', async ({
  page,
}) => {
  await page.goto('/dashboard');
  const box = page.getByRole('searchbox', { name: 'Search' });
  await box.fill('spaces');
  await box.press('Enter');
  await expect(page).toHaveURL('/search?q=spaces');
  await expect(page.getByRole('main').getByRole('status')).toHaveText('2 results for “spaces”.');
  await expect(box).toHaveValue('spaces');

  await box.fill('zebra <b> & co');
  await box.press('Enter');
  await expect(page.getByRole('main').getByRole('status')).toHaveText('No results for “zebra <b> & co”.');
  await expect(page.getByText('your conversations by their title')).toBeVisible();

  await page.goBack();
  await expect(box).toHaveValue('spaces');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Spaces/ })
    .click();
  await expect(page).toHaveURL('/spaces');
  await expect(box).toHaveValue('');

  await box.press('Enter');
  await expect(page).toHaveURL('/search');
  await expect(page.getByText('Type what you are looking for')).toBeVisible();
});

test('the page of notifications says what to do while it is empty [PAGE-01] @phone @rest', async ({
  page,
}) => {
  await verified(page);
  await page.goto('/notifications');
  await expect(page.getByText('No notifications yet.')).toBeVisible();
  await expectClean(page);
  // What opens beside it does not lead to itself.
  await page.getByRole('button', { name: 'Notifications' }).click();
  const popover = page.getByRole('dialog', { name: 'Notifications' });
  await expect(popover).toContainText('No notifications yet.');
  await expect(popover.getByRole('link')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('link', { name: 'Find people' }).click();
  await expect(page).toHaveURL('/community?view=find');
});

test('the page of notifications shows all of them, some at a time [PAGE-01] @phone @rest', async ({
  page,
}) => {
  await page.route('**/api/v1/notifications', (route) => {
    const notifications = Array.from({ length: 25 }, (_, at) => ({
      notification_id: crypto.randomUUID(),
      kind: 'waiting',
      created_at: Date.now() - at * 60_000,
      space_id: crypto.randomUUID(),
      space_name: `Space ${at + 1}`,
      by: null,
      message_id: null,
      invitation_id: null,
      session_id: null,
      session_title: null,
      starts_at: null,
      text: null,
      count: 1,
      is_read: false,
    }));
    return route.fulfill({ json: { notifications, unread: 25, read: null, seq: 1 } });
  });
  await page.goto('/notifications');
  const all = page.getByRole('region', { name: 'In your spaces' }).getByRole('listitem');
  await expect(all).toHaveCount(20);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(all).toHaveCount(25);
  await expect(all.last()).toContainText('Space 25');
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
});

test('Notifications ask for an email address to be verified @rest', async ({ page, ada }) => {
  await page.goto('/dashboard');
  const button = page.getByRole('button', { name: 'Notifications', description: '1 new' });
  await button.click();
  const popover = page.getByRole('dialog', { name: 'Notifications' });
  await expect(popover).toContainText(
    `Until you confirm that ${ada.email} is yours, only your friends can find you by searching.`,
  );
  await popover.getByRole('link', { name: 'Verify your email address' }).click();
  await expect(page).toHaveURL('/verify-email');
});

test('the account menu says whose it is, and signs out after asking @rest', async ({ page, ada }) => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Your account' }).click();
  const menu = page.getByRole('menu');
  await expect(menu).toContainText(ada.username);
  await expect(menu).toContainText(ada.email);
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign out?' })).toBeVisible();
});

for (const path of ['/dashboard', '/chat']) {
  test(`the account menu opens the models and keys over ${path} @rest`, async ({ page }) => {
    await page.goto(path);
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Models & keys' }).click();
    await expect(page.getByRole('dialog', { name: 'API Configuration' })).toBeVisible();
  });
}

test('all of it can be done with the keyboard alone, as the choice of the theme in the account menu [LOOK-04]', async ({
  page,
}) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  // Nothing lies over it.
  await skip.click({ trial: true });
  const header = page.getByRole('banner');
  for (const next of [
    header.getByRole('link', { name: 'Polylogue' }),
    header.getByRole('searchbox'),
    header.getByRole('link', { name: 'Spaces' }),
    header.getByRole('link', { name: 'Conversations' }),
    header.getByRole('link', { name: 'Community' }),
    header.getByRole('button', { name: 'Add' }),
    header.getByRole('button', { name: 'Notifications' }),
    header.getByRole('button', { name: 'Your account' }),
    page.getByRole('link', { name: 'New conversation' }),
    page.getByRole('button', { name: 'Collapse sidebar' }),
    page.getByRole('button', { name: 'New folder' }),
    page.getByRole('link', { name: 'All conversations' }),
    page.getByRole('button', { name: 'New space' }),
    page.getByRole('button', { name: 'Join Space' }),
  ]) {
    await page.keyboard.press('Tab');
    await expect(next).toBeFocused();
  }

  const add = header.getByRole('button', { name: 'Add' });
  await add.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(add).toBeFocused();

  const account = header.getByRole('button', { name: 'Your account' });
  await account.focus();
  await page.keyboard.press('Enter');
  const dark = page.getByRole('menuitemradio', { name: 'Dark' });
  await expect(dark).not.toBeChecked();
  // A letter leads to what begins with it.
  await page.keyboard.press('d');
  await expect(dark).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dark).toBeChecked();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();

  await skip.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'New space' })).toBeFocused();
});

test('the dashboard works at 320 px @rest', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 560 });
  for (const path of ['/dashboard', '/spaces', '/search?q=spaces', '/community']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
  for (const name of ['Add', 'Notifications', 'Your account']) {
    await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  }
});

test('the pages of a member have nothing for axe to find @phone-rest @rest', async ({ page }) => {
  test.slow();
  // A button half behind a bar, or beyond the edge, would count as a small target: everything is on the screen.
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 6_000 });
  // What is there once everything has loaded: a list that comes later would make the page longer.
  for (const [path, words] of [
    ['/dashboard', 'No recent activity yet.'],
    ['/spaces', 'You are not in any space yet.'],
    ['/conversations', 'No conversations in your account yet.'],
    ['/community', 'You have no friends here yet.'],
    ['/search?q=spaces', '2 results for “spaces”.'],
    ['/search', 'Type what you are looking for'],
    ['/notifications', 'Verify your email address'],
    ['/profile', 'Your profile is not complete yet'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByText(words).first()).toBeVisible();
    await expectCleanInBothColours(page);
  }
});

test('what opens on the dashboard has nothing for axe to find @phone-rest @rest', async ({ page }) => {
  test.slow();
  await page.goto('/dashboard');
  for (const [button, opens] of [
    ['Add', 'menu'],
    ['Notifications', 'dialog'],
    ['Your account', 'menu'],
    ['Join Space', 'dialog'],
    ['Schedule Session', 'dialog'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole(opens)).toBeVisible();
    // What pops up stands beside the page, in no landmark of it; what it covers in part is there again without it.
    await expectCleanInBothColours(page, ['region', 'target-size']);
    await page.keyboard.press('Escape');
    await expect(page.getByRole(opens)).toBeHidden();
  }
});
