import type { Page } from '@playwright/test';
import { type Member, newPerson, type Server } from './account.ts';
import { AuthForm } from './auth-form.ts';
import { expectClean, expectCleanInBothColours } from './axe.ts';
import { expect } from './journey.ts';
import { befriend, type NamedMember, test, toastOf } from './people.ts';
import { type Sample, samples } from './samples.ts';

const box = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const log = (page: Page) => page.getByRole('log', { name: 'Messages' });

/** The list item with a text. */
const post = (page: Page, text: string) => log(page).getByRole('article').filter({ hasText: text });

async function say(page: Page, text: string) {
  await box(page).fill(text);
  await box(page).press('Enter');
}

async function choose(page: Page, item: string) {
  await page.getByRole('button', { name: 'More about this space' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

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

/** Creates a space without a browser; returns its address. */
async function createSpace(api: Server, owner: NamedMember, name = 'Book club'): Promise<string> {
  const space_id = crypto.randomUUID();
  await api.as(owner, 'POST /api/v1/spaces', { body: { space_id, name, visibility: 'public' } });
  return `/spaces/${space_id}`;
}

const idOf = (address: string) => address.slice('/spaces/'.length);

const join = (api: Server, who: Member, address: string) =>
  api.as(who, 'POST /api/v1/spaces/:space_id/join', { params: { space_id: idOf(address) }, body: {} });

test('one makes a space and sends its link; the other joins with it, and both read each other [SPACE-01 SPACE-02 SPACE-04 SPACE-05] @phone-rest', async ({
  page,
  lovelace,
  hopper,
  arrive,
  isMobile,
}) => {
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
});

test('members see who is here and who is typing; a post arrives within a second; after a lost connection everything is there [SPACE-11]', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
}) => {
  const address = await createSpace(api, lovelace);
  await join(api, hopper, address);
  await page.goto(address);
  const other = await arrive(hopper);
  await other.goto(address);
  for (const one of [page, other]) {
    await expect(one.getByRole('button', { name: '2 people, 2 here' })).toBeVisible();
  }
  await other.getByRole('textbox', { name: 'Message' }).pressSequentially('Go');
  await expect(page.getByText(`${hopper.name} is typing…`)).toBeVisible();
  await other.getByRole('textbox', { name: 'Message' }).press('Enter');
  await expect(post(other, 'Go').getByText('Sending…')).toBeHidden();
  await expect(post(page, 'Go')).toBeVisible({ timeout: 1_000 });
  await expect(page.getByText(`${hopper.name} is typing…`)).toBeHidden();

  await other.context().setOffline(true);
  await expect(page.getByRole('button', { name: '2 people', exact: true })).toBeVisible();
  await say(page, 'While you were away');
  await other.context().setOffline(false);
  await expect(post(other, 'While you were away')).toBeVisible();
  await expect(page.getByRole('button', { name: '2 people, 2 here' })).toBeVisible();
});

test('a post takes files along, mentions people, and stays off the record [SPACE-12] @phone-rest @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
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
  await page.getByRole('link', { name: 'Polylogue', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.goBack();
  await expect(chips.getByRole('listitem')).toHaveCount(2);
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => location.reload()));
  await (await asked).dismiss();
  await expect(chips.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Off the record' }).click();
  await expect(page.getByText('no AI is ever sent it')).toBeVisible();
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
  await post(page, 'Look,').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Put on the record' }).click();
  await expect(seen).not.toContainText('off the record');
  await other.goto('/notifications');
  await expect(other.getByText(`${lovelace.name} mentioned you`)).toBeVisible();
});

test('an owner chooses their notifications, reports a post, and hands the space over [SPACE-13] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  watched,
}) => {
  const address = await createSpace(api, lovelace);
  await join(api, hopper, address);
  const params = { space_id: idOf(address) };
  const body = { message_id: crypto.randomUUID(), body: 'Buy now' };
  await api.as(hopper, 'POST /api/v1/spaces/:space_id/messages', { params, body });
  await page.goto(address);

  await choose(page, 'Notifications');
  const dialog = page.getByRole('dialog', { name: 'Notifications' });
  await expect(dialog.getByRole('radio', { name: 'Everything' })).toBeChecked();
  await dialog.getByText('Nothing', { exact: true }).click();
  await expect(toastOf(page)).toContainText('Your notification settings are saved');
  expect((await api.as(lovelace, 'GET /api/v1/spaces/:space_id', { params })).notify).toBe('none');
  await page.keyboard.press('Escape');

  await post(page, 'Buy now').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Report message' }).click();
  const report = page.getByRole('dialog', { name: 'Report this message' });
  await report.getByLabel('Spam or advertising').check();
  await report.getByRole('button', { name: 'Send report' }).click();
  await expect(toastOf(page)).toContainText('Your report was sent');

  await choose(page, 'Members');
  await page.getByRole('button', { name: `More about ${hopper.name}` }).click();
  await page.getByRole('menuitem', { name: 'Make owner' }).click();
  await page.getByRole('button', { name: 'Hand over' }).click();
  await expect(log(page)).toContainText(`handed this space over to ${hopper.name}`);
  await page.keyboard.press('Escape');
  // The room may ask once more for what it can no longer see.
  watched.expectErrors(/Failed to load resource/);
  await choose(page, 'Leave space');
  await page
    .getByRole('dialog', { name: 'Leave Book club?' })
    .getByRole('button', { name: 'Leave', exact: true })
    .click();
  await expect(page).toHaveURL('/spaces');
});

test('an owner who wants to leave learns what to do first, and leaves when the space is archived [SPACE-13] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  watched,
}) => {
  const address = await createSpace(api, lovelace);
  await join(api, hopper, address);
  await page.goto(address);
  await choose(page, 'Leave space');
  const dialog = page.getByRole('dialog', { name: 'Leave Book club?' });
  await dialog.getByRole('button', { name: 'Members' }).click();
  await expect(page.getByRole('dialog', { name: 'Members' })).toBeVisible();
  await page.keyboard.press('Escape');

  await choose(page, 'Leave space');
  // The room may ask once more for what it can no longer see.
  watched.expectErrors(/Failed to load resource/);
  await dialog.getByRole('button', { name: 'Archive space' }).click();
  await dialog.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL('/spaces');
  expect((await api.as(lovelace, 'GET /api/v1/spaces', {})).spaces).toEqual([]);
});

test('a visitor sees the name and how many people there are, signs in, and comes back to the invitation [SPACE-04] @rest', async ({
  page,
  browser,
  baseURL,
  api,
  lovelace,
}) => {
  const address = await createSpace(api, lovelace, 'Open house');
  await page.goto(address);
  await choose(page, 'Invite people');
  const invite = page.getByRole('dialog', { name: 'Invite people' });
  await invite.getByRole('button', { name: 'Create link' }).click();
  const link = await invite.getByLabel('Link', { exact: true }).inputValue();

  const person = newPerson();
  await api.signUp(person);
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
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

test('a person who is removed sees nothing more, and keeps what they had not sent [SPACE-07] @rest', async ({
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
  await say(page, 'Before');
  await expect(log(other)).toContainText('Before');

  await choose(page, 'Members');
  const panel = page.getByRole('dialog', { name: 'Members' });
  await panel.getByRole('button', { name: `More about ${hopper.name}` }).click();
  await page.getByRole('menuitem', { name: 'Remove', exact: true }).click();
  await page
    .getByRole('dialog', { name: /^Remove/ })
    .getByRole('button', { name: 'Remove' })
    .click();

  await expect(other.getByRole('heading', { name: 'You are not in this space.' })).toBeVisible();
  await page.keyboard.press('Escape');
  await say(page, 'After');
  await other.reload();
  await expect(other.getByRole('heading', { name: 'You are not in this space.' })).toBeVisible();
  await expect(other.getByText('After')).toBeHidden();
  await expect(other.getByText('Before')).toBeHidden();
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

test('what was typed comes back as it was meant, and stays within reach of a muted person [SPACE-06] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
}) => {
  const address = await createSpace(api, hopper);
  await join(api, lovelace, address);
  await page.goto(address);
  await page.getByRole('button', { name: 'Off the record' }).click();
  await box(page).fill('Between the two of us');
  await page.reload();
  await expect(box(page)).toHaveValue('Between the two of us');
  await expect(page.getByRole('button', { name: 'Off the record' })).toHaveAttribute('aria-pressed', 'true');
  await api.as(hopper, 'PUT /api/v1/spaces/:space_id/members/:user_id', {
    params: { space_id: idOf(address), user_id: lovelace.user_id },
    body: { muted_until: Date.now() + 3_600_000 },
  });
  await expect(page.getByText('A host has muted you')).toBeVisible();
  await expect(page.getByText('Between the two of us')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy message' })).toBeVisible();
});

test('a host sees who is banned in the members panel, and lifts the ban [SPACE-14] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
}) => {
  const address = await createSpace(api, lovelace);
  await join(api, hopper, address);
  await page.goto(address);
  await choose(page, 'Members');
  const panel = page.getByRole('dialog', { name: 'Members' });
  await panel.getByRole('button', { name: `More about ${hopper.name}` }).click();
  await page.getByRole('menuitem', { name: 'Remove and ban' }).click();
  await page
    .getByRole('dialog', { name: /^Remove and ban/ })
    .getByRole('button', { name: 'Remove and ban' })
    .click();
  await panel
    .getByRole('list', { name: 'Banned' })
    .getByRole('listitem')
    .filter({ hasText: hopper.name })
    .getByRole('button', { name: 'Lift ban' })
    .click();
  await expect(toastOf(page)).toContainText(`${hopper.name} can join again`);
  await expect(panel.getByRole('list', { name: 'Banned' })).toBeHidden();
  await join(api, hopper, address);
  await expect(log(page)).toContainText(`${hopper.name} joined`);
});

test('posts written offline are sent once when the connection is back [SPACE-06] @phone-rest @rest', async ({
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
  await other.getByRole('menuitem', { name: '👍' }).click();
  await expect(log(page).getByRole('button', { name: '👍, 1 reaction' })).toBeVisible();

  await there.getByRole('button', { name: 'Reply' }).click();
  await expect(box(other)).toBeFocused();
  await say(other, 'I do');
  await expect(log(page).getByRole('blockquote')).toContainText('Who brings the cake?');

  await log(page).getByRole('button', { name: 'Edit message' }).click();
  const edit = page.getByRole('textbox', { name: 'Edit your message' });
  await edit.fill('Who brings the tea?');
  await edit.press('Enter');
  await expect(post(other, 'Who brings the tea?').first()).toContainText('edited');

  await post(page, 'edited').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete message' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(log(other)).toContainText(`Deleted by ${lovelace.name}`);
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
    await post(page, text).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete message' }).click();
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
  await page.route(lists, (route) => route.fulfill({ status: 503 }));
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
  const takeBack = page.getByRole('button', { name: `Take back the invitation of ${hopper.name}` });
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
});

test('a session is changed, and cancelled after a question; no notification of it is left [SPACE-09 SPACE-31] @rest', async ({
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
  await api.as(lovelace, 'POST /api/v1/spaces/:space_id/sessions', { params, body });
  await page.goto(address);
  await choose(page, 'Sessions');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Session' });
  await expect(dialog.getByLabel('Title')).toHaveValue('Chapter one');
  await expect(dialog.getByLabel('Minutes')).toHaveValue('45');
  await dialog.getByLabel('Title').fill('Chapter two');
  await dialog.getByLabel('Date and time').fill('2099-01-02T19:00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect(row).toContainText(/Chapter two.*2099.*45 minutes/);
  await other.goto('/notifications');
  await expect(other.getByRole('link', { name: /^A session in Book club on/ })).toContainText('2099');

  await row.getByRole('button', { name: 'Cancel session' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel Chapter two?' });
  await question.getByRole('button', { name: 'Keep session' }).click();
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: 'Cancel session' }).click();
  await question.getByRole('button', { name: 'Cancel session' }).click();
  await expect(page.getByText('No sessions scheduled.', { exact: false })).toBeVisible();
  await other.reload();
  await expect(other.getByText('A session in Book club', { exact: false })).toBeHidden();
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
  await expect(page.getByText('No space has these words in its name.')).toBeVisible();

  await page.goto('/search?q=book');
  await page.getByRole('main').getByRole('link', { name: 'Book club' }).click();
  await expect(page).toHaveURL(address);

  await page.goto('/dashboard');
  if (isMobile) await page.goto(address);
  else {
    await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Conversation, space, person or page' }).fill('bo');
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

test('a draft in a space is there again after a reload [SPACE-06] @rest', async ({ page, api, lovelace }) => {
  const address = await createSpace(api, lovelace);
  await page.goto(address);
  await box(page).fill('Not finished');
  await page.reload();
  await expect(box(page)).toHaveValue('Not finished');
});

test('an owner renames a space and slows it down; a member sees it, and a post sent too soon is sent later [SPACE-14] @rest', async ({
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
  await choose(page, 'Space settings');
  const dialog = page.getByRole('dialog', { name: 'Space settings' });
  await dialog.getByLabel('Name', { exact: true }).fill('Film club');
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a picture' }).click();
  await (await choosing).setFiles(samples.picture);
  await expect(dialog.getByRole('button', { name: 'Remove picture' })).toBeVisible();
  await dialog.getByLabel('Slow mode').selectOption('One post every 10 seconds');
  await expectClean(page, ['region', 'target-size']);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('heading', { name: 'Film club', level: 1 })).toBeVisible();
  await expect(other.getByRole('main').locator('img[src*="/files/"]')).toBeVisible();
  await expect(other.getByText('Slow mode: one post every 10 seconds.')).toBeVisible();
  await say(other, 'First');
  await say(other, 'Second');
  await expect(log(page)).toContainText('First');
  await expect(log(page)).toContainText('Second', { timeout: 40_000 });
});

test('a dialog that is half filled in asks before it closes, and saving leaves what others changed [SPACE-14] @phone-rest @rest', async ({
  page,
  api,
  lovelace,
}) => {
  await page.goto('/spaces');
  await page.getByRole('button', { name: 'New space' }).click();
  const creating = page.getByRole('dialog', { name: 'New space' });
  await creating.getByLabel('Name').fill('Book club');
  await page.mouse.click(5, 5);
  const question = page.getByRole('dialog', { name: 'Discard what you entered?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(creating.getByLabel('Name')).toHaveValue('Book club');
  await creating.getByLabel('Name').press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(creating).toHaveCount(0);

  const address = await createSpace(api, lovelace);
  const params = { space_id: idOf(address) };
  await page.goto(address);
  await choose(page, 'Space settings');
  const dialog = page.getByRole('dialog', { name: 'Space settings' });
  await dialog.getByLabel('Description').fill('Novels');
  await api.as(lovelace, 'PUT /api/v1/spaces/:space_id', { params, body: { name: 'Film club' } });
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toastOf(page)).toContainText('Saved');
  const { space } = await api.as(lovelace, 'GET /api/v1/spaces/:space_id', { params });
  expect([space.name, space.about]).toEqual(['Film club', 'Novels']);
  // With nothing entered it closes at once.
  await choose(page, 'Space settings');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
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

test('after a long absence a button leads to the first new message, below the line and the date @phone-rest @rest', async ({
  page,
  api,
  lovelace,
  hopper,
}) => {
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
});

test('a quote and a notification lead to a message far back that is not loaded yet [SPACE-19] @phone-rest @rest', async ({
  page,
  api,
  lovelace,
  hopper,
}) => {
  const address = await createSpace(api, lovelace);
  await join(api, hopper, address);
  const say = async (who: Member, body: string, more: object = {}) => {
    const message_id = crypto.randomUUID();
    await api.as(who, 'POST /api/v1/spaces/:space_id/messages', {
      params: { space_id: idOf(address) },
      body: { message_id, body, ...more },
    });
    return message_id;
  };
  const needle = await say(hopper, 'Where the needle is', { mentions: [lovelace.user_id] });
  const others = await Promise.all(Array.from({ length: 7 }, () => api.signUp()));
  for (const other of others) {
    await join(api, other, address);
    for (let at = 0; at < 18; at += 1) await say(other, `Hay number ${at}`);
  }
  await say(hopper, 'As I said', { reply_to: needle });

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

test('a room and what opens in it have nothing for axe to find [SPACE-10] @phone-rest @rest', async ({
  page,
  api,
  lovelace,
  hopper,
}) => {
  const address = await createSpace(api, lovelace);
  await join(api, hopper, address);
  const params = { space_id: idOf(address) };
  for (const body of ['Hello', 'Is anybody there?'])
    await api.as(hopper, 'POST /api/v1/spaces/:space_id/messages', {
      params,
      body: { message_id: crypto.randomUUID(), body },
    });
  await page.goto(address);
  await say(page, 'I am');
  await expect(log(page).getByText('Sending…')).toBeHidden();
  await expectCleanInBothColours(page);
  for (const [item, name] of [
    ['Members', 'Members'],
    ['Sessions', 'Sessions'],
    ['Invite people', 'Invite people'],
  ] as const) {
    await choose(page, item);
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await expectCleanInBothColours(page, ['region', 'target-size']);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name })).toBeHidden();
  }
});
