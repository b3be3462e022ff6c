import type { Page } from '@playwright/test';
import { signInFromOtherTab } from './account.ts';
import { AuthForm } from './auth-form.ts';
import { expect } from './journey.ts';
import { befriend, createMember, personPage, test, toastOf, uniqueName } from './people.ts';

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Name, username or email address' });
const friend = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Friends' }).getByRole('link', { name });
const bell = (page: Page) => page.getByRole('button', { name: 'Notifications' });

async function confirm(page: Page, title: RegExp, button: string) {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expect(dialog).toBeHidden();
}

async function choose(page: Page, name: string, what: string) {
  await page.getByRole('button', { name: `More about ${name}` }).click();
  await page.getByRole('menuitem', { name: what }).click();
}

test('two people find each other, one asks, the other agrees in the header, and both have a friend [PEOPLE-10] @phone-rest', async ({
  page,
  lovelace,
  turing,
  arrive,
}) => {
  await page.goto('/community');
  await expect(page.getByText('You have no friends here yet.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Find people' }).last().click();
  await searchBox(page).fill(turing.name);
  await expect(page.getByText(`1 person found for “${turing.name}”.`)).toBeVisible();
  await page.getByRole('button', { name: `Add friend ${turing.name}` }).click();
  await expect(toastOf(page)).toContainText('Friend request sent');
  await expect(page.getByRole('button', { name: `Cancel request ${turing.name}` })).toBeVisible();

  const other = await arrive(turing);
  await other.goto('/dashboard');
  await expect(bell(other)).toHaveAccessibleDescription('1 new');
  await bell(other).click();
  const popover = other.getByRole('dialog', { name: 'Notifications' });
  await expect(popover).toContainText(`${lovelace.name} wants to be your friend`);
  await popover.getByRole('button', { name: `Accept ${lovelace.name}` }).click();
  await expect(toastOf(other)).toContainText(`You and ${lovelace.name} are friends now`);
  await expect(popover.getByText('wants to be your friend')).toBeHidden();
  await other.goto('/community');
  await expect(friend(other, lovelace.name)).toBeVisible();

  await page.goto('/community');
  await expect(friend(page, turing.name)).toBeVisible();
  await friend(page, turing.name).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(turing.name);
  await expect(page.getByText('You are friends')).toBeVisible();
});

test('a friend request reaches every open page within a minute; one visible tab polls, and no hidden one [NEWS-01 NEWS-02] @phone @rest', async ({
  page,
  context,
  api,
  lovelace,
  hopper,
  watched,
}) => {
  const path = '/api/v1/user/friend-requests/summary';
  const asked = () => watched.requests.filter((request) => new URL(request.url()).pathname === path).length;
  const look = (page: Page, visibility: 'visible' | 'hidden') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, visibility);
  // What comes over the socket is looked at by each tab at once.
  await context.routeWebSocket(/\/live$/, (socket) => socket.close());
  await context.clock.install();
  const other = await context.newPage();
  await page.goto('/dashboard');
  // The polling tab must be hidden last.
  const isAsking = () =>
    page.evaluate(async () =>
      (await navigator.locks.query()).held?.some(({ name }) => name === 'polylogue.friend_requests'),
    );
  await expect.poll(isAsking).toBe(true);
  await other.goto('/community?view=requests');
  for (const tab of [page, other]) await expect(bell(tab)).toHaveAccessibleDescription('1 new');
  await expect(other.getByText('No friend requests right now.')).toBeVisible();

  await context.clock.runFor(46_000);
  await expect.poll(asked).toBe(1);
  await api.as(hopper, 'POST /api/v1/user/friend-requests', { query: { friend_id: lovelace.user_id } });
  await context.clock.runFor(60_000);
  for (const tab of [page, other]) await expect(bell(tab)).toHaveAccessibleDescription('2 new');
  await expect(other.getByRole('button', { name: `Accept ${hopper.name}` })).toBeVisible();
  expect(asked()).toBe(2);

  // First the waiting tab, which would poll immediately.
  for (const tab of [other, page]) await look(tab, 'hidden');
  await context.clock.runFor(600_000);
  expect(asked()).toBe(2);
  await look(other, 'visible');
  await expect.poll(asked).toBe(3);
  await other.getByRole('button', { name: `Accept ${hopper.name}` }).click();
  await expect(toastOf(other)).toContainText(`You and ${hopper.name} are friends now`);
  await expect(bell(page)).toHaveAccessibleDescription('1 new');
});

test('Notifications are a page, too, on which friend requests are answered, and so is one’s profile as others see it [PAGE-01 PAGE-02] @phone-rest', async ({
  page,
  api,
  lovelace,
  hopper,
}) => {
  await api.as(hopper, 'POST /api/v1/user/friend-requests', { query: { friend_id: lovelace.user_id } });
  await page.goto('/dashboard');
  await bell(page).click();
  await page.getByRole('dialog').getByRole('link', { name: 'See all notifications' }).click();
  await expect(page).toHaveURL('/notifications');
  await expect(page).toHaveTitle('Notifications · Polylogue');
  await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main).toContainText(`${hopper.name} wants to be your friend`);
  await main.getByRole('button', { name: `Accept ${hopper.name}` }).click();
  await expect(toastOf(page)).toContainText(`You and ${hopper.name} are friends now`);
  await expect(main.getByText('wants to be your friend')).toHaveCount(0);
  await expect(main.getByRole('link', { name: 'Verify your email address' })).toHaveAttribute(
    'href',
    '/verify-email',
  );

  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(page).toHaveTitle('Your profile · Polylogue');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(lovelace.name);
  await expect(page.getByText('Everyone who is signed in sees this')).toBeVisible();
  await page.getByRole('link', { name: 'Edit profile' }).click();
  await expect(page).toHaveURL('/settings/profile');
});

test('requests are declined and taken back @rest', async ({ page, api, lovelace, hopper, arrive }) => {
  await api.as(hopper, 'POST /api/v1/user/friend-requests', { query: { friend_id: lovelace.user_id } });
  await page.goto('/community?view=requests');
  await page.getByRole('button', { name: `Decline ${hopper.name}` }).click();
  await expect(toastOf(page)).toContainText('Friend request declined');
  await expect(page.getByText('No friend requests right now.')).toBeVisible();

  const emmy = await createMember(api, { first_name: 'Emmy', last_name: uniqueName() });
  await page.goto(personPage(emmy));
  await page.getByRole('button', { name: 'Add friend' }).click();
  await expect(toastOf(page)).toContainText('Friend request sent');
  await page.goto('/community?view=requests');
  await page.getByRole('button', { name: `Cancel request ${emmy.name}` }).click();
  await expect(toastOf(page)).toContainText('Friend request cancelled');
  await expect(page.getByText('No request you sent is waiting for an answer.')).toBeVisible();

  const other = await arrive(emmy);
  await other.goto('/community?view=requests');
  await expect(other.getByText('No friend requests right now.')).toBeVisible();
});

test('a double click asks once, and does not press the button that replaces it @rest', async ({
  page,
  api,
  hopper,
}) => {
  await page.goto(personPage(hopper));
  const box = await page.getByRole('button', { name: 'Add friend' }).boundingBox();
  if (!box) throw new Error('There is no button.');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page.getByRole('button', { name: 'Cancel request' })).toBeVisible();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expect(toastOf(page)).toContainText('Friend request sent');
  await expect(page.getByRole('button', { name: 'Cancel request' })).toBeVisible();
  expect(await api.as(hopper, 'GET /api/v1/user/friend-requests', {})).toHaveLength(1);
  // A deliberate second press works.
  await page.getByRole('button', { name: 'Cancel request' }).click();
  await expect(toastOf(page)).toContainText('Friend request cancelled');
});

test('a key that is held answers one request, however long it is held @rest', async ({
  page,
  api,
  lovelace,
  hopper,
}) => {
  const emmy = await createMember(api, { first_name: 'Emmy', last_name: uniqueName() });
  for (const one of [hopper, emmy])
    await api.as(one, 'POST /api/v1/user/friend-requests', { query: { friend_id: lovelace.user_id } });
  await page.goto('/community?view=requests');
  const accept = page.getByRole('button', { name: /^Accept / });
  await expect(accept).toHaveCount(2);
  await accept.first().focus();
  await page.keyboard.down('Enter');
  await expect(accept).toHaveCount(1);
  await expect(accept).toBeFocused();
  for (let held = 0; held < 3; held += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  expect(await api.as(lovelace, 'GET /api/v1/user/friends', { query: {} })).toHaveLength(1);
  // A press of its own works.
  await page.keyboard.press('Enter');
  await expect(page.getByText('No friend requests right now.')).toBeVisible();
});

test('a request to a person who has already asked makes both friends @rest', async ({
  page,
  api,
  lovelace,
  hopper,
}) => {
  await page.goto(personPage(hopper));
  await expect(page.getByRole('button', { name: 'Add friend' })).toBeVisible();
  await api.as(hopper, 'POST /api/v1/user/friend-requests', { query: { friend_id: lovelace.user_id } });
  await page.getByRole('button', { name: 'Add friend' }).click();
  await expect(toastOf(page)).toContainText(`You and ${hopper.name} are friends now`);
  await expect(page.getByText('You are friends')).toBeVisible();
});

test('a friendship ends for both, after asking @rest', async ({ page, api, lovelace, hopper, arrive }) => {
  await befriend(api, lovelace, hopper);
  await page.goto(personPage(hopper));
  await page.getByRole('button', { name: `Unfriend ${hopper.name}` }).click();
  await confirm(page, /^Unfriend/, 'Stay friends');
  await page.getByRole('button', { name: `Unfriend ${hopper.name}` }).click();
  await confirm(page, /^Unfriend/, 'Unfriend');
  await expect(page.getByRole('button', { name: 'Add friend' })).toBeVisible();

  const other = await arrive(hopper);
  await other.goto('/community');
  await expect(other.getByText('You have no friends here yet.')).toBeVisible();
});

test('a person blocked while looking at a card gets “not found” at the next step, and the card closes @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  await befriend(api, lovelace, hopper);
  await page.goto('/community');
  await friend(page, hopper.name).hover();
  const card = page.getByRole('dialog', { name: hopper.name });
  await expect(card).toContainText('You are friends');

  await api.as(hopper, 'POST /api/v1/user/block', { body: { blocked_user_id: lovelace.user_id } });
  await card.getByRole('button', { name: 'Unfriend' }).click();
  await confirm(page, /^Unfriend/, 'Unfriend');
  await expect(toastOf(page)).toContainText('Failed to unfriend');
  await expect(card).toBeHidden();
  await expect(page.getByText('You have no friends here yet.')).toBeVisible();
  await page.goto(personPage(hopper));
  await expect(page.getByText('User not found')).toBeVisible();
});

test('a person blocked on an open page gets “not found” at the next step @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  await page.goto(personPage(hopper));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hopper.name);
  await api.as(hopper, 'POST /api/v1/user/block', { body: { blocked_user_id: lovelace.user_id } });
  await page.getByRole('button', { name: 'Add friend' }).click();
  await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible();
  await expect(toastOf(page)).toContainText('Failed to send friend request');
});

test('a dialog that cannot be loaded says so, and opens at the next press @rest', async ({
  page,
  hopper,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource|could not be loaded/);
  const code = '**/assets/person-action-dialogs-*';
  await page.route(code, (route) => route.abort());
  await page.goto(personPage(hopper));
  await choose(page, hopper.name, 'Block');
  await expect(toastOf(page)).toContainText('Block could not be opened');
  await page.unroute(code);
  await choose(page, hopper.name, 'Block');
  await expect(page.getByRole('dialog', { name: /^Block/ })).toBeVisible();
});

test('a block takes effect immediately in every tab @rest', async ({
  page,
  context,
  lovelace,
  hopper,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  void lovelace;
  const tab = await context.newPage();
  await tab.goto(personPage(hopper));
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText(hopper.name);
  await page.goto(personPage(hopper));
  await choose(page, hopper.name, 'Block');
  await confirm(page, /^Block/, 'Block');
  await expect(toastOf(page)).toContainText(`${hopper.name} is blocked`);
  for (const one of [page, tab]) await expect(one.getByText('User not found')).toBeVisible();
});

test('a friend accepted in one tab is a friend in the other @rest', async ({
  page,
  context,
  api,
  lovelace,
  hopper,
}) => {
  await api.as(hopper, 'POST /api/v1/user/friend-requests', { query: { friend_id: lovelace.user_id } });
  const tab = await context.newPage();
  await tab.goto(personPage(hopper));
  await expect(tab.getByText('Wants to be your friend')).toBeVisible();
  await page.goto('/community?view=requests');
  await page.getByRole('button', { name: `Accept ${hopper.name}` }).click();
  await expect(tab.getByText('You are friends')).toBeVisible();
  await expect(bell(tab)).toHaveAccessibleDescription('1 new');
});

test('the next member to sign in sees none of the previous one’s people @rest', async ({
  page,
  context,
  api,
  lovelace,
  hopper,
}) => {
  await befriend(api, lovelace, hopper);
  await page.goto('/community');
  await expect(friend(page, hopper.name)).toBeVisible();
  const tab = await context.newPage();
  await tab.goto('/privacy');
  await signInFromOtherTab(tab, await createMember(api, { first_name: 'Emmy', last_name: uniqueName() }));
  await expect(page.getByText('You have no friends here yet.')).toBeVisible();
});

test('a person is reported with a reason, and blocked in the same step @rest', async ({
  page,
  hopper,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  await page.goto(personPage(hopper));
  await choose(page, hopper.name, 'Report');
  const dialog = page.getByRole('dialog', { name: `Report ${hopper.name}` });
  await expect(dialog.getByRole('button', { name: 'Send report' })).toBeDisabled();
  await dialog.getByRole('radio', { name: 'Harassment or threats' }).check();
  await dialog.getByRole('textbox', { name: 'Details' }).fill('They said something.');
  await dialog.getByRole('switch', { name: /Also block/ }).check();
  const asked = page.waitForRequest('**/api/v1/user/report');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  expect((await asked).postDataJSON()).toEqual({
    reported_user_id: hopper.user_id,
    reason: 'harassment',
    details: 'They said something.',
  });
  await expect(toastOf(page)).toContainText(/Your report was sent, and .* is blocked/);
  await expect(page.getByText('User not found')).toBeVisible();
});

test('a report that was sent is called sent when only the block fails, which can be tried again @rest', async ({
  page,
  hopper,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  await page.route('**/api/v1/user/block', (route) => route.abort(), { times: 1 });
  await page.goto(personPage(hopper));
  await choose(page, hopper.name, 'Report');
  const dialog = page.getByRole('dialog', { name: `Report ${hopper.name}` });
  await dialog.getByRole('radio', { name: 'Spam or advertising' }).check();
  await dialog.getByRole('switch', { name: /Also block/ }).check();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(toastOf(page)).toContainText('Your report was sent, but');
  await toastOf(page).getByRole('button', { name: 'Block' }).click();
  await expect(toastOf(page)).toContainText(`${hopper.name} is blocked`);
});

test('a report stays as it was typed when the friend request it began at is answered in another tab @rest', async ({
  page,
  context,
  api,
  lovelace,
  hopper,
}) => {
  await api.as(hopper, 'POST /api/v1/user/friend-requests', { query: { friend_id: lovelace.user_id } });
  await page.goto('/community?view=requests');
  await choose(page, hopper.name, 'Report');
  const details = page
    .getByRole('dialog', { name: `Report ${hopper.name}` })
    .getByRole('textbox', { name: 'Details' });
  await details.fill('They said something.');
  const tab = await context.newPage();
  await tab.goto('/community?view=requests');
  await tab.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('No friend requests right now.')).toBeVisible();
  await expect(details).toHaveValue('They said something.');
});

test('a report that cannot be sent stays as it was typed, and says why @rest', async ({
  page,
  hopper,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  await page.route('**/api/v1/user/report', (route) => route.abort());
  await page.goto(personPage(hopper));
  await choose(page, hopper.name, 'Report');
  const dialog = page.getByRole('dialog', { name: `Report ${hopper.name}` });
  await dialog.getByRole('radio', { name: 'Something else' }).check();
  await dialog.getByRole('textbox', { name: 'Details' }).fill('Not to be typed twice.');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Failed to report user');
  await expect(dialog.getByRole('alert')).toContainText('The server cannot be reached.');
  await expect(dialog.getByRole('textbox', { name: 'Details' })).toHaveValue('Not to be typed twice.');
});

test('a stranger’s private data is not shown, and a request to them is not offered @rest', async ({
  page,
  api,
}) => {
  const shy = await createMember(api, { first_name: 'Emmy', last_name: uniqueName(), isOpen: false });
  await page.goto(personPage(shy));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(shy.username);
  await expect(page.getByText('Emmy')).toHaveCount(0);
  await expect(
    page.getByText('accepts friend requests only from people who have their friend link'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add friend' })).toHaveCount(0);
});

test('a member who may not contact strangers is told so, and no one else is blamed @rest', async ({
  page,
  hopper,
}) => {
  await page.route('**/api/v1/user/me', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), user_standing: 'limited' } });
  });
  await page.route('**/api/v1/user?user_id=*', async (route) => {
    const response = await route.fetch();
    const person = await response.json();
    await route.fulfill({ response, json: { ...person, can: { ...person.can, befriend: false } } });
  });
  await page.goto(personPage(hopper));
  await expect(page.getByText('Your account may not contact people you do not know.')).toBeVisible();
});

test('a person is also found by their username in the address @rest', async ({ page, turing }) => {
  await page.goto(`/person?username=${turing.username}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(turing.name);
});

test('one’s own page says what is missing, and leads to where it is added [PEOPLE-09] @rest', async ({
  page,
  lovelace,
}) => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(lovelace.name);
  await expect(
    page.getByText('Still missing: a few words about yourself and a profile picture.'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit profile' })).toHaveAttribute('href', '/settings/profile');
});

test.describe('a friend link', () => {
  test('leads a visitor past the sign-in to a friend request, whatever the switches say @rest', async ({
    page,
    api,
    browser,
  }) => {
    test.slow();
    const shy = await createMember(api, { first_name: 'Emmy', last_name: uniqueName(), isOpen: false });
    const { code } = await api.as(shy, 'GET /api/v1/user/me/friend-link', {});
    const visitor = await createMember(api, { first_name: 'Alan', last_name: uniqueName() });
    const context = await browser.newContext();
    const door = await context.newPage();
    await door.goto(`/befriend?code=${code}`);
    await expect(door).toHaveURL(/^.*\/signin\?redirectAfterSignIn=/);
    const form = new AuthForm(door, 'Sign In');
    await form.send({ 'Username or email': visitor.username, Password: visitor.password });
    await expect(door).toHaveURL(`/befriend?code=${code}`);
    await expect(door.getByRole('heading', { level: 1 })).toHaveText(shy.username);
    await door.getByRole('button', { name: 'Send friend request' }).click();
    await expect(door.getByText('You have sent a friend request')).toBeVisible();
    // The page says so before the server has.
    await expect(toastOf(door)).toContainText('Friend request sent');
    expect(await api.as(shy, 'GET /api/v1/user/friend-requests', {})).toMatchObject([
      { user: { user_id: visitor.user_id } },
    ]);
    await context.close();
    void page;
  });

  test('of one’s own is copied, shown as a code and renewed; the old one leads nowhere @rest', async ({
    page,
    context,
    hopper,
    arrive,
    watched,
  }) => {
    watched.expectErrors(/Failed to load resource/);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/community?view=find');
    const link = page.getByRole('textbox', { name: 'Link' });
    await expect(link).toHaveValue(/\/befriend\?code=/);
    const old = await link.inputValue();
    await page.getByRole('button', { name: 'Copy link' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(old);
    await page.getByRole('button', { name: 'Show QR code' }).click();
    await expect(page.getByRole('img', { name: 'QR code of your friend link' })).toBeVisible();

    await page.getByRole('button', { name: 'Renew link' }).click();
    await confirm(page, /^Renew/, 'Renew');
    await expect(toastOf(page)).toContainText('You have a new friend link');
    await expect(link).not.toHaveValue(old);
    const fresh = await link.inputValue();

    await page.goto(fresh);
    await expect(page.getByText('This is your own friend link.')).toBeVisible();
    const other = await arrive(hopper);
    await other.goto(old);
    await expect(other.getByText('This friend link does not work.')).toBeVisible();
    await other.goto(fresh);
    await expect(other.getByRole('button', { name: 'Send friend request' })).toBeVisible();
    await other.goto('/befriend?code=short');
    await expect(other.getByText('This friend link does not work.')).toBeVisible();
  });
});

test.describe('finding people', () => {
  test('begins with the second letter, explains an empty result, and stays in the address [PEOPLE-01] @rest', async ({
    page,
    watched,
    api,
    lovelace,
    turing,
  }) => {
    const searches = () =>
      watched.requests.filter((request) => request.url().includes('/user/search?')).length;
    const privacy_settings = { allow_search: false };
    await api.as(lovelace, 'PUT /api/v1/user/me', { body: { privacy_settings } });
    await page.goto('/community?view=find');
    await searchBox(page).fill('g');
    await expect(searchBox(page)).toHaveAccessibleDescription(/At least two letters/);
    const unknown = uniqueName();
    await searchBox(page).fill(unknown);
    await expect(page.getByText(`No one found for “${unknown}”.`)).toBeVisible();
    await expect(
      page.getByText('People you are not friends with are found only if they allow it'),
    ).toBeVisible();
    await expect(page.getByText('Others cannot find you either')).toBeVisible();
    expect(searches()).toBe(3);

    await searchBox(page).fill(turing.email.slice(0, -4));
    await searchBox(page).fill(turing.email);
    await expect(page.getByText(`1 person found for “${turing.email}”`)).toBeVisible();
    expect(searches()).toBe(4);
    await page.getByRole('list', { name: 'People found' }).getByRole('link').click();
    await expect(page).toHaveURL(personPage(turing));
    await page.goBack();
    await expect(searchBox(page)).toHaveValue(turing.email);
  });

  test('says so when the server slows it down, cannot be reached, or answers in part @rest', async ({
    page,
    watched,
  }) => {
    watched.expectErrors(/Failed to load resource/);
    const search = '**/api/v1/user/search?*';
    const words = 'Too many attempts. Please try again later.';
    await page.route(search, (route) =>
      route.fulfill({ status: 429, json: { message: words, error: 'too-many', request_id: 'r' } }),
    );
    await page.goto('/community?view=find');
    await searchBox(page).fill(uniqueName());
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Failed to search for people');
    await expect(alert).toContainText(words);

    await page.unroute(search);
    await page.route(search, (route) => route.abort());
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(alert).toContainText('The server cannot be reached.');

    await page.unroute(search);
    await page.route('**/api/v1/user/search?first_name=*', (route) => route.abort());
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Part of the search did not answer')).toBeVisible();
  });

  test('also works in the header’s search @rest', async ({ page, turing }) => {
    await page.goto('/dashboard');
    await page.getByRole('searchbox', { name: 'Search' }).fill(turing.name);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`1 result for “${turing.name}”.`)).toBeVisible();
    await page.getByRole('list', { name: 'People found' }).getByRole('link').click();
    await expect(page).toHaveURL(personPage(turing));
  });

  test('the header’s search does not say that nothing was found while people could not be looked for @rest', async ({
    page,
    watched,
  }) => {
    watched.expectErrors(/Failed to load resource/);
    const search = '**/api/v1/user/search?*';
    const unknown = uniqueName();
    await page.route(search, (route) => route.abort());
    await page.goto(`/search?q=${unknown}`);
    await expect(page.getByRole('alert')).toContainText('Failed to search for people');
    await expect(page.getByText('Nothing found')).toHaveCount(0);

    await page.unroute(search);
    await page.route('**/api/v1/user/search?first_name=*', (route) => route.abort());
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(`No results for “${unknown}”. Part of the search`)).toBeVisible();
  });
});

test.describe('the card of a person', () => {
  test('opens 700 ms after a pointer rests on a name and closes 300 ms after it left [CONST-13] @rest', async ({
    page,
    api,
    lovelace,
    hopper,
  }) => {
    await befriend(api, lovelace, hopper);
    await page.clock.install();
    await page.goto('/community');
    const name = friend(page, hopper.name);
    const card = page.getByRole('dialog', { name: hopper.name });
    // Once, so that the code of the card is there.
    await name.hover();
    await page.clock.runFor(1_000);
    await expect(card).toContainText(`@${hopper.username}`);
    await page.mouse.move(5, 5);
    await page.clock.runFor(1_000);
    await expect(card).toBeHidden();

    const isOpen = () => name.getAttribute('aria-expanded');
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await name.hover();
    await page.clock.runFor(690);
    expect(await isOpen()).toBe('false');
    await page.clock.runFor(20);
    await expect.poll(isOpen).toBe('true');
    await page.mouse.move(5, 5);
    await page.clock.runFor(290);
    expect(await isOpen()).toBe('true');
    await page.clock.runFor(20);
    await expect.poll(isOpen).toBe('false');
  });

  test('leaves the shortcuts of the page as they are while only the pointer is on it @rest', async ({
    page,
    api,
    lovelace,
    hopper,
  }) => {
    await befriend(api, lovelace, hopper);
    await page.goto('/community');
    await friend(page, hopper.name).hover();
    await expect(page.getByRole('dialog', { name: hopper.name })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox')).toBeFocused();
  });

  test('is not opened by touch: the name leads to the page @touch @rest', async ({
    page,
    api,
    lovelace,
    hopper,
  }) => {
    await befriend(api, lovelace, hopper);
    await page.goto('/community');
    await friend(page, hopper.name).tap();
    await expect(page).toHaveURL(personPage(hopper));
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('is reached, used and left with the keyboard alone @rest', async ({ page, api, lovelace, hopper }) => {
    await api.as(hopper, 'POST /api/v1/user/friend-requests', { query: { friend_id: lovelace.user_id } });
    await page.goto('/community?view=requests');
    const name = page.getByRole('link', { name: hopper.name });
    await expect(name).toBeVisible();
    await page.getByRole('link', { name: 'Find people' }).focus();
    await page.keyboard.press('Tab');
    await expect(name).toBeFocused();
    const card = page.getByRole('dialog', { name: hopper.name });
    await expect(card).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(card.getByRole('button', { name: 'Accept' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(name).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(card).toBeHidden();
    await expect(name).toBeFocused();

    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(card).toBeVisible();
    for (const button of ['Accept', 'Decline', 'Block', 'Report']) {
      await page.keyboard.press('Tab');
      await expect(card.getByRole('button', { name: button })).toBeFocused();
    }
    await page.keyboard.press('Tab');
    await expect(card).toBeHidden();
    const accept = page.getByRole('listitem').getByRole('button', { name: `Accept ${hopper.name}` });
    await expect(accept).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(toastOf(page)).toContainText(`You and ${hopper.name} are friends now`);
    // The focused element was removed with its row: the page has the focus.
    await expect(page.getByRole('main')).toBeFocused();
  });
});
