import type { Page } from '@playwright/test';
import { newPerson } from './account.ts';
import { AuthForm } from './auth-form.ts';
import { expect } from './journey.ts';
import { befriend, createMember, type NamedMember, test, toastOf, uniqueName } from './people.ts';
import { choose, createLink, createSpace, idOf, join, log, post, say } from './room.ts';

test('one makes a space and sends its link; the other joins with it, both read each other, and the dashboard schedules a session there [SPACE-01 SPACE-02 SPACE-04 SPACE-05 DASH-16] @phone-rest', async ({
  page,
  lovelace,
  hopper,
  arrive,
  isMobile,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/spaces');
  await page.getByRole('button', { name: 'New space' }).click();
  const dialog = page.getByRole('dialog', { name: 'New space' });
  await dialog.getByLabel('Name').fill('Analytical engines');
  await dialog.getByRole('button', { name: 'Create space' }).click();
  await expect(page.getByRole('heading', { name: 'Analytical engines', level: 1 })).toBeVisible();
  // On a phone it would bring up the keyboard.
  if (!isMobile) await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();

  await expect(page.getByText('No one else is here yet.')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Invite people' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite people' });
  await invite.getByRole('button', { name: 'Create link' }).click();
  const link = await invite.getByLabel('Link', { exact: true }).inputValue();
  await page.keyboard.press('Escape');

  const other = await arrive(hopper);
  await other.goto(link);
  await expect(other.getByText('1 person')).toBeVisible();
  await other.getByRole('button', { name: 'Join' }).click();
  await expect(other).toHaveURL(page.url());

  await expect(log(page)).toContainText(`${hopper.name} joined`);
  await expect(page.getByText('There are no messages yet.')).toBeVisible();
  await say(page, 'Good morning, **Grace**');
  await expect(page.getByText('There are no messages yet.')).toHaveCount(0);
  await expect(post(other, 'Good morning')).toContainText(lovelace.name);
  await expect(log(other).locator('strong')).toHaveText('Grace');
  await say(other, 'Good morning, Ada');
  await expect(log(page)).toContainText('Good morning, Ada');
  await expect(log(page).getByText('Sending…')).toBeHidden();
  await expect(log(page).getByText('Good morning, Ada')).toHaveCount(1);

  // In a room on a phone the header has no link.
  if (isMobile) await page.goto('/dashboard');
  else await page.getByRole('banner').getByRole('link', { name: 'Polylogue' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Schedule Session' }).click();
  const schedule = page.getByRole('dialog', { name: 'Schedule Session' });
  await schedule.getByLabel('Title').fill('Chapter one');
  await expect(schedule.getByLabel('Date and time')).toHaveValue(/:00$/);
  await expect(schedule.getByLabel('Minutes')).toHaveValue('60');
  await schedule.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(toastOf(page)).toContainText('Session scheduled');
  await expect(page.getByRole('heading', { name: 'Analytical engines', level: 1 })).toBeVisible();
});

test('an invitation link stays on the screen when the first of those invited posts [SPACE-02] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
}) => {
  await page.context().grantPermissions(['clipboard-write']);
  const address = await createSpace(api, lovelace);
  await page.goto(address);
  await page.getByRole('main').getByRole('button', { name: 'Invite people' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite people' });
  await invite.getByRole('button', { name: 'Create link' }).click();
  const link = await invite.getByLabel('Link', { exact: true }).inputValue();
  await join(api, hopper, address);
  await api.as(hopper, 'POST /api/v1/spaces/:space_id/messages', {
    params: { space_id: idOf(address) },
    body: { message_id: crypto.randomUUID(), body: 'Good morning' },
  });
  await expect(page.getByText('Good morning', { exact: true })).toBeVisible();
  await expect(invite.getByLabel('Link', { exact: true })).toHaveValue(link);
  await page.keyboard.press('Escape');
  await expect(invite).toHaveCount(0);
  await expect(page.getByText('There are no messages yet.')).toHaveCount(0);
});

test('a link whose answer was lost is the one that is shown and copied afterwards, and pressing again makes no second one [ROOM-03] @rest', async ({
  page,
  api,
  lovelace,
  watched,
}) => {
  watched.expectErrors(/ERR_FAILED/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const address = await createSpace(api, lovelace);
  const params = { space_id: idOf(address) };
  const made = async () =>
    (await api.as(lovelace, 'GET /api/v1/spaces/:space_id/invitations', { params })).invitations;
  await page.goto(address);
  await page.getByRole('main').getByRole('button', { name: 'Invite people' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite people' });
  await expect(invite.getByRole('button', { name: 'Create link' })).toBeVisible();
  const toServer = '**/api/v1/spaces/*/invitations';
  await page.route(toServer, async (route) => {
    if (route.request().method() === 'POST') await route.fetch();
    await route.abort();
  });
  await invite.getByRole('button', { name: 'Create link' }).click();
  await expect(toastOf(page)).toContainText('The copied link may not work.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const [first] = await made();
  await page.unroute(toServer);
  await invite.getByRole('button', { name: 'Create link' }).click();
  const field = invite.getByLabel('Link', { exact: true });
  await expect(field).toHaveValue(copied);
  expect(await made()).toEqual([first]);

  // Its answer is lost, but what was made can be read.
  await page.route(toServer, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await invite.getByText('Replace it with a new link').click();
  await invite.getByRole('button', { name: 'New link' }).click();
  await expect(field).not.toHaveValue(copied);
  await expect(field).toHaveValue(await page.evaluate(() => navigator.clipboard.readText()));
  await page.unroute(toServer);
  await invite
    .getByRole('region', { name: 'Open invitations' })
    .getByRole('button', { name: /Withdraw/ })
    .click();
  await invite.getByRole('button', { name: 'Create link' }).click();
  await expect(field).toHaveValue(await page.evaluate(() => navigator.clipboard.readText()));
  expect(await made()).toHaveLength(1);
});

test('who stands on the page of a link that is replaced is told so by Join, before they sign up [ROOM-03]', async ({
  page,
  context,
  browser,
  api,
  lovelace,
  hopper,
  arrive,
}) => {
  await context.grantPermissions(['clipboard-write']);
  const address = await createSpace(api, lovelace, 'Open house');
  // Whoever stands before a public space gets in without a link.
  const params = { space_id: idOf(address) };
  await api.as(lovelace, 'PUT /api/v1/spaces/:space_id', { params, body: { visibility: 'link' } });
  await page.goto(address);
  await choose(page, 'Invite people');
  const invite = page.getByRole('dialog', { name: 'Invite people' });
  await invite.getByRole('button', { name: 'Create link' }).click();
  const field = invite.getByLabel('Link', { exact: true });
  const link = await field.inputValue();
  const strange = await browser.newContext();
  const visitors = [await arrive(hopper), await strange.newPage()];
  for (const visitor of visitors) {
    await visitor.goto(link);
    await expect(visitor.getByRole('heading', { name: 'Open house', level: 1 })).toBeVisible();
  }
  await invite.getByText('Replace it with a new link').click();
  await invite.getByRole('button', { name: 'New link' }).click();
  await expect(field).not.toHaveValue(link);
  for (const visitor of visitors) {
    await visitor.getByRole('button', { name: 'Join', exact: true }).click();
    await expect(visitor.getByText('This invitation link does not work.')).toBeVisible();
    await expect(visitor).toHaveURL(link);
  }
  await strange.close();
});

test('a visitor sees the name and how many people there are, signs in, and comes back to the invitation [SPACE-04] @rest', async ({
  page,
  browser,
  baseURL,
  api,
  lovelace,
}) => {
  await page.context().grantPermissions(['clipboard-write']);
  const address = await createSpace(api, lovelace, 'Open house');
  await page.goto(address);
  await choose(page, 'Invite people');
  const invite = page.getByRole('dialog', { name: 'Invite people' });
  await invite.getByRole('switch', { name: 'Say who invites' }).click();
  await invite.getByRole('button', { name: 'Create link' }).click();
  const link = await invite.getByLabel('Link', { exact: true }).inputValue();

  const person = newPerson();
  await api.signUp(person);
  const context = await browser.newContext();
  const visitor = await context.newPage();
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { name: 'Open house', level: 1 })).toBeVisible();
  await expect(visitor.getByText('1 person')).toBeVisible();
  await expect(visitor.getByText(lovelace.name)).toBeHidden();
  await visitor.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await new AuthForm(visitor, 'Sign in').send({
    'Username or email': person.username,
    Password: person.password,
  });
  await expect(visitor).toHaveURL(link);
  await visitor.getByRole('button', { name: 'Join' }).click();
  await expect(visitor).toHaveURL(new URL(address, baseURL).href);
  await context.close();
});

test('the address to which Join leads asks whoever has no account to sign in or up, and leads back [SPACE-04] @rest', async ({
  browser,
  api,
  lovelace,
}) => {
  const address = await createSpace(api, lovelace, 'Open house');
  const context = await browser.newContext();
  const visitor = await context.newPage();
  const shared = address.replace('/spaces/', '/spaces/join/');
  await visitor.goto(shared);
  const main = visitor.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Sign in to join this space.' })).toBeVisible();
  await expect(main.getByText('Open house')).toHaveCount(0);
  const leadsBack = new RegExp(`=${encodeURIComponent(new URL(shared, 'http://localhost').pathname)}$`);
  await expect(main.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', leadsBack);
  await expect(main.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', leadsBack);
  await context.close();
});

test('lists of spaces that cannot be loaded say so instead of being empty, and load at the next try @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  await createSpace(api, lovelace);
  const other = await createSpace(api, hopper, 'Compilers');
  await api.as(hopper, 'POST /api/v1/spaces/:space_id/invitations', {
    params: { space_id: idOf(other) },
    body: { invitation_id: crypto.randomUUID(), to_user: lovelace.user_id },
  });
  const lists = /\/api\/v1\/(spaces|sessions|spaces\/invitations|spaces\/public)(\?|$)/;
  // What the account hears would load them, too.
  for (const failing of [lists, /\/api\/v1\/(conversations|changes)(\?|$)/]) {
    await page.route(failing, (route) => route.fulfill({ status: 503 }));
  }
  await page.goto('/spaces');
  const main = page.getByRole('main');
  const spaces = page.getByRole('complementary').getByRole('region', { name: 'Spaces' });
  await expect(spaces).toContainText('Could not be loaded.');
  await expect(page.getByText('No spaces joined')).toHaveCount(0);
  for (const failed of ['your spaces', 'your invitations', 'public spaces']) {
    await expect(main.getByText(`Failed to load ${failed}`)).toBeVisible();
  }
  await page.unroute(lists);
  await spaces.getByRole('button', { name: 'Try again' }).click();
  await expect(spaces.getByRole('link', { name: 'Book club' })).toBeVisible();
  for (let left = 2; left > 0; left -= 1) {
    await expect(main.getByRole('button', { name: 'Try again' })).toHaveCount(left);
    await main.getByRole('button', { name: 'Try again' }).first().click();
  }
  await expect(main.getByRole('list', { name: 'Invitations' })).toContainText('Compilers');
  await expect(main.getByRole('list', { name: 'Public spaces' })).toContainText('Compilers');
});

test('a friend is invited, finds the invitation on the page Spaces, and accepts it [SPACE-02] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
}) => {
  await befriend(api, lovelace, hopper);
  await page.goto(await createSpace(api, lovelace, 'Compilers'));
  await choose(page, 'Invite people');
  await page.getByRole('list', { name: 'Friends' }).getByRole('button', { name: 'Invite' }).dblclick();
  await expect(toastOf(page)).toContainText(`${hopper.name} is invited`);
  const friend = page.getByRole('list', { name: 'Friends' }).getByRole('listitem');
  await expect(friend.getByRole('button', { name: `Invited ${hopper.name}` })).toBeDisabled();
  const takeBack = page.getByRole('button', { name: `Withdraw the invitation of ${hopper.name}` });
  await expect(takeBack).toHaveCount(1);
  await takeBack.click();
  await friend.getByRole('button', { name: `Invite ${hopper.name}` }).click();
  await expect(takeBack).toBeVisible();

  const other = await arrive(hopper);
  await other.goto('/spaces');
  await other.getByRole('list', { name: 'Invitations' }).getByRole('button', { name: 'Accept' }).click();
  await expect(other.getByRole('heading', { name: 'Compilers', level: 1 })).toBeVisible();
  await page.reload();
  await choose(page, 'Invite people');
  await expect(friend).toContainText('Already here');
});

test('friends who are invited one by one read under which name they join, know each other in the room by it, and return under it [ROOM-06] @rest', async ({
  page,
  api,
  lovelace,
  arrive,
}) => {
  const address = await createSpace(api, lovelace, 'Three families');
  const params = { space_id: idOf(address) };
  await api.as(lovelace, 'PUT /api/v1/spaces/:space_id', { params, body: { visibility: 'invited' } });
  const create = (first_name: string) =>
    createMember(api, { first_name, last_name: uniqueName(), isOpen: false });
  const [rosa, robert] = [await create('Rosa'), await create('Robert')];
  const [hers, his] = [await arrive(rosa), await arrive(robert)];
  async function invite(who: NamedMember, at: Page) {
    const body = { invitation_id: crypto.randomUUID(), to_user: who.user_id };
    await api.as(lovelace, 'POST /api/v1/spaces/:space_id/invitations', { params, body });
    await at.goto('/spaces');
    return at.getByRole('region', { name: 'Invitations' });
  }
  for (const one of [rosa, robert]) await befriend(api, one, lovelace);
  const toHer = await invite(rosa, hers);
  await expect(toHer).toContainText(`You join as ${rosa.name}.`);
  await toHer.getByRole('button', { name: 'Accept' }).click();
  await expect(hers).toHaveURL(address);

  const toHim = await invite(robert, his);
  await toHim.getByRole('button', { name: `Join as @${robert.username}` }).click();
  await expect(toHim).toContainText(`You join as @${robert.username}.`);
  await toHim.getByRole('button', { name: 'Accept' }).click();
  await expect(log(his)).toContainText(`${rosa.name} and you joined`);
  await expect(log(hers)).toContainText(`You and ${robert.username} joined`);
  await expect(log(hers)).not.toContainText('Robert');

  for (const one of [rosa, robert]) await api.as(one, 'POST /api/v1/spaces/:space_id/leave', { params });
  await expect(await invite(rosa, hers)).not.toContainText('as before');
  const again = await invite(robert, his);
  await expect(again).toContainText(`You join as @${robert.username}, as before.`);
  await again.getByRole('button', { name: 'Accept' }).click();
  await expect(his).toHaveURL(address);
  await page.goto(address);
  await choose(page, 'Members');
  const members = page.getByRole('list', { name: 'Members' });
  await expect(members).toContainText(robert.name);
  await toHer.getByRole('button', { name: 'Accept' }).click();
  await choose(hers, 'Members');
  await expect(hers.getByRole('list', { name: 'Members' })).toContainText(robert.username);
  await expect(hers.getByRole('list', { name: 'Members' })).not.toContainText('Robert');
});

test('who joins while their profile is public is known there by username once they hide it: by invitation, in a public space, by a link [ROOM-06] @rest', async ({
  page,
  api,
  lovelace,
  arrive,
}) => {
  const rosa = await createMember(api, { first_name: 'Rosa', last_name: uniqueName() });
  const hers = await arrive(rosa);
  const club = `Club ${uniqueName()}`;
  const invited = await createSpace(api, lovelace);
  const open = await createSpace(api, lovelace, club);
  const linked = await createSpace(api, lovelace);
  await api.as(lovelace, 'POST /api/v1/spaces/:space_id/invitations', {
    params: { space_id: idOf(invited) },
    body: { invitation_id: crypto.randomUUID(), to_user: rosa.user_id },
  });
  await hers.goto('/spaces');
  await hers.getByRole('button', { name: 'Accept' }).click();
  await expect(hers).toHaveURL(invited);
  await hers.goto('/spaces');
  await hers.getByRole('button', { name: `Join ${club}` }).click();
  await expect(hers).toHaveURL(open);
  await hers.goto((await createLink(api, lovelace, linked)).path);
  await expect(hers.getByText(`You join as ${rosa.name}.`)).toBeVisible();
  await hers.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(hers).toHaveURL(linked);

  const privacy_settings = { public_profile: false, allow_search: false, allow_invites: false };
  await api.as(rosa, 'PUT /api/v1/user/me', { body: { privacy_settings } });
  for (const address of [invited, open, linked]) {
    await page.goto(address);
    await expect(log(page)).toContainText(`${rosa.username} joined`);
    await expect(log(page)).not.toContainText('Rosa');
  }
});

test('a friend who is invited as a listener learns so before they accept [SPACE-02] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
}) => {
  await befriend(api, lovelace, hopper);
  await page.goto(await createSpace(api, lovelace));
  await choose(page, 'Invite people');
  const invite = page.getByRole('dialog', { name: 'Invite people' });
  await invite.getByLabel('People join as').selectOption({ label: 'Listeners, who can only read and react' });
  await invite.getByRole('button', { name: `Invite ${hopper.name}` }).click();
  await expect(invite.getByRole('region', { name: 'Open invitations' })).toContainText(
    `${hopper.name}, as a listener, until`,
  );
  const other = await arrive(hopper);
  await other.goto('/spaces');
  const invitation = other.getByRole('list', { name: 'Invitations' }).getByRole('listitem');
  await expect(invitation).toContainText(`${lovelace.name} invites you as a listener`);
  await invitation.getByRole('button', { name: 'Accept' }).click();
  await expect(other.getByText('You are a listener here: you can read and react.')).toBeVisible();
});

test('an answer to an invitation that takes its time is shown as busy, and sent once [SPACE-02] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  const address = await createSpace(api, hopper, 'Compilers');
  await api.as(hopper, 'POST /api/v1/spaces/:space_id/invitations', {
    params: { space_id: idOf(address) },
    body: { invitation_id: crypto.randomUUID(), to_user: lovelace.user_id },
  });
  const answers = /\/invitations\//;
  const sent = () => watched.requests.filter((request) => answers.test(request.url())).length;
  let fail = () => {};
  await page.route(answers, (route) => {
    fail = () => void route.abort();
  });
  await page.goto('/spaces');
  const accept = page.getByRole('list', { name: 'Invitations' }).getByRole('button', { name: 'Accept' });
  await accept.dblclick();
  await expect(accept).toHaveAttribute('aria-busy', 'true');
  await accept.press('Enter');
  expect(sent()).toBe(1);
  fail();
  await expect(toastOf(page)).toContainText('Failed to accept the invitation');
  await page.unroute(answers);
  await accept.click();
  await expect(page.getByRole('heading', { name: 'Compilers', level: 1 })).toBeVisible();
  expect(sent()).toBe(2);
});

test('the list of spaces says how many others are in one at the moment [SPACE-11] @phone-rest @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
}) => {
  const address = await createSpace(api, lovelace);
  await join(api, hopper, address);
  const other = await arrive(hopper);
  for (const one of [other, page]) await one.goto(address);
  await expect(page.getByRole('button', { name: '2 people, 2 here' })).toBeVisible();
  await page.goto('/spaces');
  const row = page.getByRole('list', { name: 'Your spaces' }).getByRole('listitem');
  await expect(row).toContainText('1 here now · 2 people');
});

test('a room that is in view in one tab raises no notification in another [SPACE-15] @rest', async ({
  page,
  context,
  api,
  lovelace,
  hopper,
}) => {
  const address = await createSpace(api, lovelace);
  await join(api, hopper, address);
  const hidden = await context.newPage();
  await hidden.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    class Shown extends EventTarget {
      static permission = 'granted';
      constructor(_: string, { body }: NotificationOptions) {
        super();
        (globalThis as unknown as { notified: string[] }).notified.push(body ?? '');
      }
    }
    Object.assign(globalThis, { Notification: Shown, notified: [] });
  });
  const write = (body: string) =>
    api.as(hopper, 'POST /api/v1/spaces/:space_id/messages', {
      params: { space_id: idOf(address) },
      body: { message_id: crypto.randomUUID(), body },
    });
  for (const one of [page, hidden]) {
    await one.goto(address);
    await expect(log(one)).toContainText(`${hopper.name} joined`);
  }
  await write('Cake?');
  await expect(post(hidden, 'Cake?')).toHaveCount(1);
  await page.goto('/dashboard');
  await write('Tea?');
  const notified = () => hidden.evaluate(() => (globalThis as unknown as { notified: string[] }).notified);
  await expect.poll(notified).toEqual(['Tea?']);
});

test('a press in the notifications closes them, also where the page stays the same @rest', async ({
  page,
  api,
  lovelace,
  hopper,
}) => {
  await befriend(api, lovelace, hopper);
  await api.as(hopper, 'POST /api/v1/spaces/:space_id/invitations', {
    params: { space_id: idOf(await createSpace(api, hopper)) },
    body: { invitation_id: crypto.randomUUID(), to_user: lovelace.user_id },
  });
  await page.goto('/spaces');
  await page.getByRole('button', { name: 'Notifications' }).click();
  const popup = page.getByRole('dialog', { name: 'Notifications' });
  await popup.getByRole('link', { name: /invites you/ }).click();
  await expect(popup).toHaveCount(0);
  await expect(page).toHaveURL('/spaces');
});

test('what is read in one window is read in the other [SPACE-30] @rest', async ({
  page,
  context,
  api,
  lovelace,
  hopper,
}) => {
  const address = await createSpace(api, lovelace);
  await join(api, hopper, address);
  await api.as(hopper, 'POST /api/v1/spaces/:space_id/messages', {
    params: { space_id: idOf(address) },
    body: { message_id: crypto.randomUUID(), body: 'Look', mentions: [lovelace.user_id] },
  });
  const other = await context.newPage();
  await other.goto('/dashboard');
  const bell = other.getByRole('button', { name: 'Notifications' });
  // The other one asks for the email address to be verified.
  await expect(bell).toHaveAccessibleDescription('2 new');
  await page.goto('/notifications');
  await page.getByRole('button', { name: 'Mark all read' }).click();
  await expect(bell).toHaveAccessibleDescription('1 new');
});

test('a mention is on the bell of every window as soon as it is made, on any page [SPACE-30] @rest', async ({
  page,
  context,
  api,
  lovelace,
  hopper,
}) => {
  const address = await createSpace(api, lovelace);
  await join(api, hopper, address);
  const other = await context.newPage();
  const bells = [page, other].map((one) => one.getByRole('button', { name: 'Notifications' }));
  await page.goto('/dashboard');
  await other.goto('/settings');
  // The email address is to be verified.
  for (const bell of bells) await expect(bell).toHaveAccessibleDescription('1 new');
  await api.as(hopper, 'POST /api/v1/spaces/:space_id/messages', {
    params: { space_id: idOf(address) },
    body: { message_id: crypto.randomUUID(), body: 'Look', mentions: [lovelace.user_id] },
  });
  // Much sooner than the next poll.
  for (const bell of bells) await expect(bell).toHaveAccessibleDescription('2 new');
});

test('where only invited people can join, no link is offered [SPACE-02] @rest', async ({
  page,
  api,
  lovelace,
}) => {
  const address = await createSpace(api, lovelace);
  const params = { space_id: idOf(address) };
  await api.as(lovelace, 'PUT /api/v1/spaces/:space_id', { params, body: { visibility: 'invited' } });
  await page.goto(address);
  await page.getByRole('main').getByRole('button', { name: 'Invite people' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite people' });
  await expect(dialog.getByText('Only people who are invited can join this space.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeHidden();
});

test('a session is scheduled from the dashboard, stands in the sidebar, and is saved as a calendar file [SPACE-09 DASH-19] @rest', async ({
  page,
  api,
  lovelace,
}) => {
  await createSpace(api, lovelace);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Schedule Session' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule Session' });
  await dialog.getByLabel('Title').fill('Chapter one');
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Book club', level: 1 })).toBeVisible();
  await expect(page.getByRole('complementary').getByRole('link', { name: /Chapter one/ })).toBeVisible();

  await choose(page, 'Sessions');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Calendar file' }).click();
  expect((await saved).suggestedFilename()).toBe('Chapter one.ics');

  // A dialog that was opened from the panel beside the room covers the header, too.
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Change session' }).getByLabel('Title')).toBeFocused();
  const isCovered = await page.locator('header').evaluateAll((headers) =>
    headers.every((header) => {
      const { x, y, width, height } = header.getBoundingClientRect();
      return !header.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }),
  );
  expect(isCovered).toBe(true);
});

test('who has no space to schedule a session in is led to Spaces, also when that page is open [SPACE-09] @rest', async ({
  page,
}) => {
  await page.goto('/spaces');
  await page.getByRole('button', { name: 'Schedule Session' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule Session' });
  await dialog.getByRole('link', { name: 'Go to Spaces' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL('/spaces');
});

test('a session in an hour can be scheduled on a device whose clock is two hours ahead [SPACE-09] @rest', async ({
  page,
  api,
  lovelace,
}) => {
  await createSpace(api, lovelace);
  const hour = 3_600_000;
  await page.clock.setSystemTime(Date.now() + 2 * hour);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Schedule Session' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule Session' });
  const start = dialog.getByLabel('Date and time');
  const suggested = new Date(`${await start.inputValue()}Z`).getTime();
  expect(suggested - Date.now()).toBeLessThanOrEqual(hour);
  await start.fill(new Date(Date.now() + hour).toISOString().slice(0, 16));
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Book club', level: 1 })).toBeVisible();
});

test('a session that is half filled in is not lost to a press beside the dialog, or to Escape [SPACE-09] @rest', async ({
  page,
  api,
  lovelace,
}) => {
  await createSpace(api, lovelace);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Schedule Session' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule Session' });
  await expect(dialog.getByLabel('Title')).toBeVisible();
  // With nothing entered it closes at once.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Schedule Session' }).click();
  await dialog.getByLabel('Minutes').fill('45');
  await page.mouse.click(5, 5);
  const question = page.getByRole('dialog', { name: 'Discard what you entered?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByLabel('Minutes')).toHaveValue('45');
  await dialog.getByLabel('Minutes').press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);
});

test('a session is changed, but not what another host changed meanwhile, and cancelled after a question; who planned to come learns of both, until they open the space [SPACE-09 SPACE-30 SPACE-31] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
}) => {
  const address = await createSpace(api, lovelace);
  await join(api, hopper, address);
  const other = await arrive(hopper);
  const body = {
    session_id: crypto.randomUUID(),
    title: 'Chapter one',
    starts_at: Date.now() + 86_400_000,
    minutes: 45,
  };
  const params = { space_id: idOf(address) };
  await page.goto(address);
  await choose(page, 'Sessions');
  await expect(page.getByText('No sessions scheduled.', { exact: false }).last()).toBeVisible();
  // From another device of hers: no notification tells of it.
  await api.as(lovelace, 'POST /api/v1/spaces/:space_id/sessions', { params, body });
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Session' });
  await expect(dialog.getByLabel('Title')).toHaveValue('Chapter one');
  await expect(dialog.getByLabel('Minutes')).toHaveValue('45');
  await dialog.getByLabel('Title').fill('Chapter 1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect(row).toContainText(/Chapter 1.*45 minutes/);
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('Chapter 1');
  // Another host renames and lengthens it while the dialog is open.
  const { session_id, ...was } = body;
  await api.as(lovelace, 'PUT /api/v1/spaces/:space_id/sessions/:session_id', {
    params: { ...params, session_id },
    body: { ...was, title: 'Chapter two', minutes: 50 },
  });
  const nextYear = String(new Date().getFullYear() + 1);
  await dialog.getByLabel('Date and time').fill(`${nextYear}-11-02T19:00`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  /** It is written after the change, and a page that has looked for it looks again only after a while. */
  const expectNotification = (kind: string) =>
    expect
      .poll(async () => {
        const { notifications } = await api.as(hopper, 'GET /api/v1/notifications', {});
        return notifications.map((one) => one.kind);
      })
      .toEqual([kind]);
  await expect(row).toContainText(new RegExp(`Chapter two.*${nextYear}.*50 minutes`));
  await expectNotification('session-moved');
  await other.goto('/notifications');
  const moved = other.getByRole('link', { name: /^The session “Chapter two” in Book club was moved to/ });
  await expect(moved).toContainText(nextYear);
  await expect(other.getByText('was scheduled', { exact: false })).toBeHidden();
  const bell = other.getByRole('button', { name: 'Notifications' });
  // The other one asks for the e-mail address to be verified.
  await expect(bell).toHaveAccessibleDescription('2 new');
  await moved.click();
  await expect(bell).toHaveAccessibleDescription('1 new');
  await expect(post(other, 'moved the session “Chapter two”')).toBeVisible();
  await other.goto('/dashboard');

  await row.getByRole('button', { name: 'Cancel session' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel Chapter two?' });
  await question.getByRole('button', { name: 'Keep session' }).click();
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: 'Cancel session' }).click();
  await question.getByRole('button', { name: 'Cancel session' }).click();
  await expect(page.getByText('No sessions scheduled.', { exact: false })).toBeVisible();
  await expectNotification('session-cancelled');
  await other.reload();
  await expect(bell).toHaveAccessibleDescription('2 new');
  await bell.click();
  const list = other.getByRole('dialog', { name: 'Notifications' });
  await expect(list).not.toContainText('was moved');
  await list
    .getByRole('link', {
      name: new RegExp(`^The session “Chapter two” in Book club on .*${nextYear}.* was cancelled$`),
    })
    .click();
  await expect(other).toHaveURL(address);
  await expect(bell).toHaveAccessibleDescription('1 new');
  const elsewhere = await arrive(hopper);
  await elsewhere.goto('/notifications');
  await expect(elsewhere.getByText('was cancelled', { exact: false })).toBeVisible();
  await expect(elsewhere.getByRole('button', { name: 'Mark all read' })).toBeHidden();
});

test('a space that is being created is not given up by Escape, and opens once it is there [SPACE-01] @rest', async ({
  page,
  lovelace: _signedIn,
}) => {
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/v1/spaces', async (route) => {
    if (route.request().method() === 'POST') await answered.promise;
    await route.continue();
  });
  await page.goto('/dashboard');
  await page.getByRole('main').getByRole('button', { name: 'New space' }).click();
  const dialog = page.getByRole('dialog', { name: 'New space' });
  await dialog.getByLabel('Name').fill('Gardeners');
  await dialog.getByRole('button', { name: 'Create space' }).click();
  await expect(dialog.getByRole('button', { name: 'Creating…' })).toBeVisible();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  answered.resolve();
  await expect(page).toHaveURL(/\/spaces\/[\da-f-]{36}$/);
});

test('a member who is signed out opens a link that has ended, signs in there, and is in the room [ROOM-03] @rest', async ({
  browser,
  api,
  lovelace,
  hopper,
}) => {
  const address = await createSpace(api, lovelace, 'Three families');
  await join(api, hopper, address);
  const link = await createLink(api, lovelace, address);
  await link.revoke();
  const context = await browser.newContext();
  const signedOut = await context.newPage();
  await signedOut.goto(link.path);
  await expect(signedOut.getByText('This invitation link does not work.')).toBeVisible();
  await signedOut.getByRole('main').getByRole('link', { name: 'sign in' }).click();
  const form = new AuthForm(signedOut, 'Sign In');
  await form.send({ 'Username or email': hopper.username, Password: hopper.password });
  await expect(signedOut).toHaveURL(address);
  await expect(signedOut.getByRole('heading', { name: 'Three families', level: 1 })).toBeVisible();
  await context.close();
});

test('Join Space on the dashboard takes a link, and says so when it is none [SPACE-03 DASH-19] @rest', async ({
  page,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Join Space' }).click();
  const dialog = page.getByRole('dialog', { name: 'Join Space' });
  await dialog.getByLabel('Link or code').fill('something else');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('alert')).toContainText('not an invitation link');
  await dialog.getByLabel('Link or code').fill('Zq3-_0aBcDeFgHiJkLmN1w');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'This invitation link does not work.' })).toBeVisible();
});

test('spaces are found by name, and members by username [SPACE-16] @phone-rest @rest', async ({
  page,
  api,
  lovelace,
  isMobile,
}) => {
  const address = await createSpace(api, lovelace);
  for (let at = 0; at < 7; at += 1) await createSpace(api, lovelace, `Space number ${at}`);
  const others = await Promise.all(Array.from({ length: 9 }, () => api.signUp()));
  for (const other of others) await join(api, other, address);

  await page.goto('/spaces');
  const own = page.getByRole('main').getByRole('list', { name: 'Your spaces' }).getByRole('listitem');
  await expect(own).toHaveCount(8);
  await page.getByLabel('Filter by name').fill('book');
  await expect(own).toHaveCount(1);
  await page.getByLabel('Filter by name').fill('nowhere');
  await expect(page.getByText('No space matches.')).toBeVisible();

  await page.goto('/search?q=book');
  await page.getByRole('main').getByRole('link', { name: 'Book club' }).click();
  await expect(page).toHaveURL(address);

  await page.goto('/dashboard');
  if (isMobile) await page.goto(address);
  else {
    await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page
      .getByRole('combobox', { name: 'Conversation, space, person, page or words of a message' })
      .fill('bo');
    await page.getByRole('option', { name: 'Book club' }).click();
  }
  await expect(page).toHaveURL(address);
  await choose(page, 'Members');
  const members = page.getByRole('list', { name: 'Members' }).getByRole('listitem');
  await expect(members).toHaveCount(10);
  await page.getByLabel('Username or first name').fill(others.at(-1)?.username ?? '');
  await expect(members).toHaveCount(1);
  await page.getByLabel('Username or first name').fill('zzz');
  await expect(page.getByText('No member’s name begins with “zzz”.')).toBeVisible();
});

test('public spaces are found by how their name begins, and by asking for more, also behind a page of which none is shown [SPACE-16] @phone-rest @rest', async ({
  page,
  api,
  hopper,
}) => {
  const name = `Compilers of ${hopper.name}`;
  await createSpace(api, hopper, name);
  // As if all the newest ones were of people whom a block is between.
  const next = `${Date.now() + 3_600_000}.${crypto.randomUUID()}`;
  const isFirstPage = ({ pathname, search }: URL) => pathname === '/api/v1/spaces/public' && search === '';
  await page.route(isFirstPage, (route) => route.fulfill({ json: { spaces: [], next } }));
  await page.goto('/spaces');
  const section = page.getByRole('region', { name: 'Public spaces' });
  const found = section.getByRole('list', { name: 'Public spaces' }).getByRole('listitem');
  await section.getByRole('button', { name: 'Show more' }).click();
  await expect(found.filter({ hasText: name })).toHaveCount(1);

  const field = section.getByLabel('Beginning of the name');
  // It is never answered.
  await page.route('**/api/v1/spaces/public?q=c', () => {});
  const asked = page.waitForRequest('**/api/v1/spaces/public?q=c');
  await field.fill('c');
  await asked;
  const stopped = page.waitForEvent('requestfailed', (request) => request.url().endsWith('?q=c'));
  await field.fill(` ${name.toLowerCase()}`);
  await stopped;
  await expect(found).toHaveText([new RegExp(name)]);
  await field.fill(`${name} and more`);
  await expect(section.getByRole('status')).toHaveText(`No public space begins with “${name} and more”.`);
  await field.fill('');
  await expect(found.filter({ hasText: name })).toHaveCount(1);
  await expect(field).toBeFocused();
});

test('a link lets people join as listeners, for as long as it is valid, and is not offered for members; who joins with it cannot post [SPACE-02 SPACE-21] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
}) => {
  await page.context().grantPermissions(['clipboard-write']);
  const address = await createSpace(api, lovelace);
  await page.goto(address);
  await choose(page, 'Edit space');
  const settings = page.getByRole('dialog', { name: 'Edit space' });
  await settings
    .getByLabel('People join as')
    .selectOption({ label: 'Listeners, who can only read and react' });
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(toastOf(page)).toContainText('Saved');
  expect((await join(api, await api.signUp(), address)).role).toBe('listener');

  await choose(page, 'Edit space');
  await settings.getByLabel('Who can join').selectOption({ label: 'Anyone with a link' });
  // What people become is then chosen for each link.
  await expect(settings.getByLabel('People join as')).toBeHidden();
  await settings.getByLabel('Who can join').selectOption({ label: 'Anyone with an account here' });
  await settings.getByLabel('People join as').selectOption({ label: 'Members' });
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings).toBeHidden();

  await choose(page, 'Invite people');
  const invite = page.getByRole('dialog', { name: 'Invite people' });
  await expect(invite.getByLabel('People join as')).toHaveValue('member');
  await invite.getByLabel('People join as').selectOption({ label: 'Listeners, who can only read and react' });
  await invite.getByLabel('Valid for').selectOption({ label: '30 days' });
  await invite.getByRole('button', { name: 'Create link' }).click();
  const link = await invite.getByLabel('Link', { exact: true }).inputValue();
  const open = invite.getByRole('region', { name: 'Open invitations' }).getByRole('listitem');
  await expect(open).toContainText(/^A link for listeners until .*, 100 uses left/);
  const { invitations } = await api.as(lovelace, 'GET /api/v1/spaces/:space_id/invitations', {
    params: { space_id: idOf(address) },
  });
  expect(invitations.map(({ created_at, expires_at }) => expires_at - created_at)).toEqual([30 * 86_400_000]);

  // It is not offered as what it is not.
  await invite.getByLabel('People join as').selectOption({ label: 'Members' });
  await expect(invite.getByText('Your link lets people join as listeners')).toBeVisible();
  await expect(invite.getByRole('button', { name: 'Copy link' })).toBeHidden();
  await expect(invite.getByRole('button', { name: 'New link' })).toBeVisible();
  await invite.getByLabel('People join as').selectOption({ label: 'Listeners, who can only read and react' });
  await expect(invite.getByLabel('Link', { exact: true })).toHaveValue(link);

  const other = await arrive(hopper);
  await other.goto(link);
  await expect(other.getByText('You will join as a listener: you can read and react.')).toBeVisible();
  await other.getByRole('button', { name: 'Join' }).click();
  await expect(other.getByText('You are a listener here: you can read and react.')).toBeVisible();
  await expect(other.getByRole('textbox', { name: 'Message', exact: true })).toBeHidden();
});

test('what others write in a space and a friend request are in the frame of every page, in every tab, within seconds @rest', async ({
  page,
  context,
  api,
  lovelace,
  hopper,
}) => {
  const address = await createSpace(api, lovelace);
  await join(api, hopper, address);
  const other = await context.newPage();
  for (const one of [page, other]) await one.goto('/dashboard');
  const unreadIn = (one: typeof page) =>
    one.getByRole('complementary').getByRole('link', { name: /Book club/ });
  for (const one of [page, other]) await expect(unreadIn(one)).toBeVisible();

  const params = { space_id: idOf(address) };
  const write = (body: string) =>
    api.as(hopper, 'POST /api/v1/spaces/:space_id/messages', {
      params,
      body: { message_id: crypto.randomUUID(), body },
    });
  await write('Good morning');
  for (const one of [page, other]) await expect(unreadIn(one)).toHaveText(/1 unread/, { timeout: 10_000 });
  await write('Tea?');
  for (const one of [page, other]) await expect(unreadIn(one)).toHaveText(/2 unread/, { timeout: 10_000 });

  // One is that her address is not verified.
  const bell = (one: typeof page) => one.getByRole('button', { name: 'Notifications' });
  for (const one of [page, other]) await expect(bell(one)).toHaveAccessibleDescription('1 new');
  await api.as(hopper, 'POST /api/v1/user/friend-requests', { query: { friend_id: lovelace.user_id } });
  for (const one of [page, other])
    await expect(bell(one)).toHaveAccessibleDescription('2 new', { timeout: 10_000 });
});
