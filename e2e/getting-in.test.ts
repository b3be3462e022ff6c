import type { BrowserContext, Page } from '@playwright/test';
import { newPerson, type Person, type Server, server, storeSignIn } from './account.ts';
import { AuthForm } from './auth-form.ts';
import { expectCleanInBothColours } from './axe.ts';
import { test as base, expect } from './journey.ts';
import { createMember, type NamedMember, uniqueName } from './people.ts';
import { box, log } from './room.ts';

/** What the three do: an action is a press, a field filled in, or a link opened. */
class Walk {
  readonly actions: string[] = [];

  async act(what: string, does: Promise<unknown>) {
    this.actions.push(what);
    await does;
  }
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const test = base.extend<{ api: Server; ada: NamedMember; walk: Walk; owner: Page; phones: [Page, Page] }>({
  api: async ({ baseURL }, use) => use(server(baseURL ?? '')),
  ada: async ({ api }, use) => use(await createMember(api, { first_name: 'Ada', last_name: uniqueName() })),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern what a fixture needs
  walk: async ({}, use) => use(new Walk()),
  // Signed in, with a key.
  owner: async ({ page, context, ada }, use) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await storeSignIn(context, ada);
    await page.goto('/dashboard');
    await use(page);
  },
  phones: async ({ browser }, use) => {
    const contexts: [BrowserContext, BrowserContext] = [
      await browser.newContext(phone),
      await browser.newContext(phone),
    ];
    await use([await contexts[0].newPage(), await contexts[1].newPage()]);
    for (const context of contexts) await context.close();
  },
});

// A journey may take two minutes; the three have three.
test('three who are no friends share their first answer with 24 actions, two of them without an account until then, and without a default changed [ROOM-01 ROOM-02 ROOM-04]', async ({
  ada,
  owner,
  phones,
  walk,
}) => {
  const link = await makeLink(walk, owner);
  for (const guest of phones) {
    await walk.act('opens the link', guest.goto(link));
    await expect(guest.getByText(`${ada.name} invites you`)).toBeVisible();
    await walk.act('Join', guest.getByRole('button', { name: 'Join' }).click());
    await signUp(walk, guest, newPerson());
    // The first page is the room: neither the waiver nor API Configuration.
    await expect(guest.getByRole('heading', { name: 'Book club', level: 1 })).toBeVisible();
    await expect(guest.getByRole('dialog')).toHaveCount(0);
  }
  await shareAnswer(walk, owner, phones);
  const joining = ['opens the link', 'Join', 'email', 'username', 'password', 'Sign Up'];
  expect(walk.actions).toEqual([...making, ...joining, ...joining, ...asking]);
  expect(walk.actions.length).toBeLessThanOrEqual(24);
});

test('… and with 14 if they have accounts [ROOM-01] @rest', async ({ owner, phones, walk, api }) => {
  const link = await makeLink(walk, owner);
  for (const guest of phones) {
    await storeSignIn(guest.context(), await api.signUp());
    await walk.act('opens the link', guest.goto(link));
    await walk.act('Join', guest.getByRole('button', { name: 'Join' }).click());
  }
  await shareAnswer(walk, owner, phones);
  expect(walk.actions).toEqual([...making, 'opens the link', 'Join', 'opens the link', 'Join', ...asking]);
  expect(walk.actions.length).toBeLessThanOrEqual(14);
});

const making = ['New space', 'its name', 'Create space', 'Copy invitation link'];

async function makeLink(walk: Walk, owner: Page): Promise<string> {
  await walk.act('New space', owner.getByRole('button', { name: 'New space' }).click());
  const dialog = owner.getByRole('dialog', { name: 'New space' });
  await walk.act('its name', dialog.getByLabel('Name').fill('Book club'));
  await walk.act('Create space', dialog.getByRole('button', { name: 'Create space' }).click());
  await walk.act('Copy invitation link', owner.getByRole('button', { name: 'Copy invitation link' }).click());
  await expect(owner.getByText('Invitation link copied').first()).toBeVisible();
  return owner.evaluate(() => navigator.clipboard.readText());
}

async function signUp(walk: Walk, guest: Page, { email, username, password }: Person) {
  const form = new AuthForm(guest, 'Sign Up');
  await walk.act('email', form.field('Email').fill(email));
  await walk.act('username', form.field('Username').fill(username));
  await walk.act('password', form.field('Password').fill(password));
  await expect(form.box).toBeChecked();
  await walk.act('Sign Up', form.submit.click());
}

const asking = ['Ask AI', 'a question', 'Send', 'Lend'];

async function shareAnswer(walk: Walk, owner: Page, [guest, other]: [Page, Page]) {
  await walk.act('Ask AI', guest.getByRole('button', { name: 'Ask AI' }).click());
  await walk.act('a question', box(guest).fill('/say A torch is **a light** that goes round.'));
  await walk.act('Send', guest.getByRole('button', { name: 'Send message' }).click());
  await walk.act('Lend', log(owner).getByRole('button', { name: 'Lend', exact: true }).click());
  for (const one of [owner, guest, other]) {
    await expect(log(one).locator('strong').last()).toHaveText('a light');
  }
}

test('whoever is invited gives a name of their own, joins after a reload of the form, too, and a link is copied again where it was made [ROOM-02 ROOM-03 ROOM-05] @rest', async ({
  ada,
  owner,
  walk,
  phones: [guest, other],
}) => {
  const link = await makeLink(walk, owner);
  await owner.getByRole('main').getByRole('button', { name: 'Invite people' }).click();
  await expect(owner.getByRole('dialog').getByLabel('Link', { exact: true })).toHaveValue(link);
  await owner.keyboard.press('Escape');

  await guest.goto(link);
  await guest.getByLabel('Your name').fill(ada.name.replaceAll('a', 'а'));
  await guest.getByRole('button', { name: 'Join' }).click();
  await expect(guest.getByText(`${ada.name} is who invites you.`)).toBeVisible();
  await guest.getByLabel('Your name').fill('Grace Brewster Hopper');
  await expectCleanInBothColours(guest);
  await guest.getByRole('button', { name: 'Join' }).click();
  await signUp(walk, guest, newPerson());
  await expect(log(owner)).toContainText('Grace Brewster Hopper joined');

  await other.goto(link);
  await other.getByRole('button', { name: 'Join' }).click();
  await expect(other).toHaveURL(/\/signup/);
  await other.reload();
  await signUp(walk, other, newPerson());
  await expect(other.getByRole('heading', { name: 'Book club', level: 1 })).toBeVisible();
});

test('whoever has the name of who invites them joins under their username, and with a public profile only under another name [ROOM-05] @rest', async ({
  ada,
  api,
  owner,
  walk,
  phones: [guest, other],
}) => {
  const link = await makeLink(walk, owner);
  const [first_name = '', last_name = ''] = ada.name.replaceAll('a', 'а').split(' ');
  const namesake = await createMember(api, { first_name, last_name, isOpen: false });
  await storeSignIn(guest.context(), namesake);
  await guest.goto(link);
  await expect(
    guest.getByText(`${ada.name} is who invites you, so you join as @${namesake.username}.`),
  ).toBeVisible();
  await guest.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(log(owner)).toContainText(`${namesake.username} joined`);

  await storeSignIn(other.context(), await createMember(api, { first_name, last_name }));
  await other.goto(link);
  await expect(
    other.getByText(/is who invites you, and your public profile shows the same name/),
  ).toBeVisible();
  await expect(other.getByRole('button', { name: 'Join', exact: true })).toBeDisabled();
  await expectCleanInBothColours(other);
});

test('whoever pressed Join without a name and then signed in sees the name of their account before the room does [ROOM-06] @rest', async ({
  api,
  owner,
  walk,
  phones: [guest],
}) => {
  const link = await makeLink(walk, owner);
  const robert = await createMember(api, { first_name: 'Robert', last_name: uniqueName(), isOpen: false });
  await guest.goto(link);
  await guest.getByRole('button', { name: 'Join' }).click();
  await guest.getByRole('link', { name: 'Sign in' }).click();
  const form = new AuthForm(guest, 'Sign In');
  await form.send({ 'Username or email': robert.username, Password: robert.password });
  await guest.getByRole('button', { name: `Join as @${robert.username}` }).click();
  await expect(guest.getByText(`You join as @${robert.username}.`)).toBeVisible();
  await guest.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(log(owner)).toContainText(`${robert.username} joined`);
  await expect(log(owner)).not.toContainText('Robert');
});
