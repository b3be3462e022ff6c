import { devices, type Page } from '@playwright/test';
import { expectClean, expectCleanInBothColours } from './axe.ts';
import { storeEntries } from './entries.ts';
import { expect, isLongRun } from './journey.ts';
import { createMember, test, toastOf } from './people.ts';
import { pressAction } from './press-action.ts';
import { canary, settingEntries } from './provider.ts';
import { box, choose, createSpace, idOf, join, log, post, say } from './room.ts';
import { samples } from './samples.ts';

test('members see who is here and who is typing; a post arrives within a second; after a lost connection everything is there [SPACE-11] @rest', async ({
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
  await expect(post(page, 'Go')).toBeVisible();
  await expect(page.getByText(`${hopper.name} is typing…`)).toBeHidden();

  await other.context().setOffline(true);
  // Where the close of its socket was lost, too, the server notices within a minute.
  test.slow();
  await expect(page.getByRole('button', { name: '2 people', exact: true })).toBeVisible({ timeout: 70_000 });
  await say(page, 'While you were away');
  await other.context().setOffline(false);
  await expect(post(other, 'While you were away')).toBeVisible();
  await expect(page.getByRole('button', { name: '2 people, 2 here' })).toBeVisible();
});

test('three people see who is here and who is typing, and talk, one on a phone and one whose network goes: all end with the same messages, each once [SPACE-11]', async ({
  page,
  api,
  lovelace,
  hopper,
  turing,
  arrive,
}) => {
  const address = await createSpace(api, lovelace);
  for (const one of [hopper, turing]) await join(api, one, address);
  await page.goto(address);
  const phone = await arrive(hopper, devices['Pixel 7']);
  const train = await arrive(turing);
  for (const one of [phone, train]) await one.goto(address);
  for (const one of [page, phone, train]) {
    await expect(one.getByRole('button', { name: '3 people, 3 here' })).toBeVisible();
  }

  await train.context().setOffline(true);
  await say(train, 'I will be late');
  await expect(log(train).getByText('Sending…')).toBeVisible();
  await say(page, 'Dinner at six?');
  await expect(post(phone, 'Dinner at six?')).toBeVisible();
  await box(phone).pressSequentially('I cook');
  await expect(page.getByText(`${hopper.name} is typing…`)).toBeVisible();
  await box(phone).press('Enter');
  await expect(post(page, 'I cook')).toBeVisible();
  await expect(page.getByText(`${hopper.name} is typing…`)).toBeHidden();
  await pressAction(post(phone, 'I cook'), 'Edit message');
  const edit = phone.getByRole('textbox', { name: 'Edit your message' });
  await edit.fill('I cook soup');
  await phone.getByRole('button', { name: 'Send the edited message' }).click();
  await expect(post(page, 'I cook soup')).toContainText('edited');

  await train.context().setOffline(false);
  for (const one of [page, phone, train]) {
    await expect(log(one).getByText(/^(Dinner at six\?|I cook soup|I will be late)$/)).toHaveText([
      'Dinner at six?',
      'I cook soup',
      'I will be late',
    ]);
  }
  await expect(log(train).getByText('Sending…')).toBeHidden();
});

test('an owner changes a space and what they are notified of, bans, reports and hands over; axe finds nothing, on a small screen either [SPACE-10 SPACE-13 SPACE-14]', async ({
  page,
  api,
  lovelace,
  hopper,
  turing,
  arrive,
  watched,
}) => {
  const address = await createSpace(api, lovelace);
  const params = { space_id: idOf(address) };
  await join(api, hopper, address);
  const body = { message_id: crypto.randomUUID(), body: 'Buy now' };
  await api.as(hopper, 'POST /api/v1/spaces/:space_id/messages', { params, body });
  const other = await arrive(hopper);
  await other.goto(address);
  await page.goto(address);
  await expect(post(page, 'Buy now')).toBeVisible();
  if (isLongRun) await expectCleanInBothColours(page);

  await choose(page, 'Edit space');
  const settings = page.getByRole('dialog', { name: 'Edit space' });
  await settings.getByLabel('Name', { exact: true }).fill('Film club');
  const choosing = page.waitForEvent('filechooser');
  await settings.getByRole('button', { name: 'Choose a picture' }).click();
  await (await choosing).setFiles(samples.picture);
  await expect(settings.getByRole('button', { name: 'Remove picture' })).toBeVisible();
  await settings
    .getByLabel('People join as')
    .selectOption({ label: 'Listeners, who can only read and react' });
  await settings.getByLabel('Slow mode').selectOption('One message every 10 seconds');
  if (isLongRun) await expectClean(page, ['region', 'target-size']);
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('heading', { name: 'Film club', level: 1 })).toBeVisible();
  await expect(other.getByRole('main').locator('img[src*="/files/"]')).toBeVisible();
  await expect(other.getByText('Slow mode: one message every 10 seconds.')).toBeVisible();
  await say(other, 'First');
  await say(other, 'Second');
  await expect(log(page)).toContainText('First');
  await expect(post(other, 'Second').getByText(/^Slow mode: sent in \d+ s$/)).toBeVisible();
  await expect(log(page)).not.toContainText('Second');
  expect((await join(api, turing, address)).role).toBe('listener');

  // By keyboard alone.
  await page.getByRole('button', { name: 'More about this space' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Notifications' }).press('Enter');
  const notifications = page.getByRole('dialog', { name: 'Notifications' });
  await notifications.getByRole('radio', { name: 'Everything' }).press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(notifications.getByRole('radio', { name: 'Nothing' })).toBeChecked();
  await expect
    .poll(async () => (await api.as(lovelace, 'GET /api/v1/spaces/:space_id', { params })).notify)
    .toBe('none');
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(box(page)).toBeInViewport({ ratio: 1 });
  await expectClean(page, ['target-size']);
  await post(page, 'Buy now').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Report message' }).click();
  const report = page.getByRole('dialog', { name: 'Report this message' });
  await report.getByLabel('Spam or advertising').check();
  await report.getByRole('button', { name: 'Send report' }).click();
  await expect(toastOf(page).last()).toContainText('Your report was sent');

  await choose(page, 'Members');
  const panel = page.getByRole('dialog', { name: 'Members' });
  await panel.getByRole('button', { name: `More about ${turing.name}` }).click();
  await page.getByRole('menuitem', { name: 'Remove and ban' }).click();
  await page
    .getByRole('dialog', { name: /^Remove and ban/ })
    .getByRole('button', { name: 'Remove and ban' })
    .click();
  await expect(panel.getByRole('list', { name: 'Banned' })).toContainText(turing.name);
  if (isLongRun) await expectClean(page, ['region', 'target-size']);
  await panel.getByRole('button', { name: 'Lift ban' }).click();
  await expect(panel.getByRole('list', { name: 'Banned' })).toBeHidden();
  expect((await join(api, turing, address)).role).toBe('listener');

  await page.getByRole('button', { name: `More about ${hopper.name}` }).click();
  await page.getByRole('menuitem', { name: 'Make owner' }).click();
  await page.getByRole('button', { name: 'Hand over' }).click();
  await expect(log(page)).toContainText(`handed this space over to ${hopper.name}`);
  await page.keyboard.press('Escape');
  // The room may ask once more for what it can no longer see.
  watched.expectErrors(/Failed to load resource/);
  await choose(page, 'Leave space');
  await page
    .getByRole('dialog', { name: 'Leave Film club?' })
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
  const archiving = page.getByRole('dialog', { name: 'Archive Book club?' });
  await archiving.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(archiving).toBeHidden();
  await choose(page, 'Leave space');
  await dialog.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL('/spaces');
  expect((await api.as(lovelace, 'GET /api/v1/spaces', {})).spaces).toEqual([]);
});

test('of two members with one name, the list, the question before a ban and the banned say who is meant [ROOM-05] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
}) => {
  const address = await createSpace(api, lovelace);
  const [first_name = '', last_name = ''] = hopper.name.split(' ');
  const twin = await createMember(api, { first_name, last_name });
  for (const who of [hopper, twin]) await join(api, who, address);
  await page.goto(address);
  await choose(page, 'Members');
  const members = page.getByRole('dialog', { name: 'Members' });
  const named = `${twin.name} (@${twin.username})`;
  await expect(members.getByRole('link', { name: `${hopper.name} (@${hopper.username})` })).toBeVisible();
  await members.getByRole('button', { name: `More about ${named}` }).click();
  await page.getByRole('menuitem', { name: 'Remove and ban' }).click();
  const asked = page.getByRole('dialog', { name: `Remove and ban ${named}?` });
  await asked.getByRole('button', { name: 'Remove and ban' }).click();
  await expect(members.getByRole('button', { name: `Lift ban of ${named}` })).toBeVisible();
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

test('a host learns when the list of banned people, or of open invitations, could not be loaded [SPACE-14] @rest', async ({
  page,
  api,
  lovelace,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  const address = await createSpace(api, lovelace);
  const fails = (lists: RegExp) => page.route(lists, (route) => route.fulfill({ status: 503 }));
  const banned = /\/members\?.*banned=true/;
  const invitations = /\/spaces\/[^/]+\/invitations$/;
  await fails(banned);
  await fails(invitations);
  await page.goto(address);
  for (const [item, sentence, list] of [
    ['Members', 'Failed to load the banned people', banned],
    ['Invite people', 'Failed to load the invitations', invitations],
  ] as const) {
    await choose(page, item);
    const dialog = page.getByRole('dialog', { name: item });
    await expect(dialog.getByText(sentence)).toBeVisible();
    await page.unroute(list);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog.getByText(sentence)).toBeHidden();
    await page.keyboard.press('Escape');
  }
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
  await choose(page, 'Edit space');
  const dialog = page.getByRole('dialog', { name: 'Edit space' });
  await dialog.getByLabel('Name', { exact: true }).fill('Film club');
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a picture' }).click();
  await (await choosing).setFiles(samples.picture);
  await expect(dialog.getByRole('button', { name: 'Remove picture' })).toBeVisible();
  await dialog.getByLabel('Slow mode').selectOption('One message every 10 seconds');
  await expectClean(page, ['region', 'target-size']);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('heading', { name: 'Film club', level: 1 })).toBeVisible();
  await expect(other.getByRole('main').locator('img[src*="/files/"]')).toBeVisible();
  await expect(other.getByText('Slow mode: one message every 10 seconds.')).toBeVisible();
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
  await choose(page, 'Edit space');
  const dialog = page.getByRole('dialog', { name: 'Edit space' });
  await dialog.getByLabel('Description').fill('Novels');
  await api.as(lovelace, 'PUT /api/v1/spaces/:space_id', { params, body: { name: 'Film club' } });
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toastOf(page)).toContainText('Saved');
  const { space } = await api.as(lovelace, 'GET /api/v1/spaces/:space_id', { params });
  expect([space.name, space.about]).toEqual(['Film club', 'Novels']);
  // With nothing entered it closes at once.
  await choose(page, 'Edit space');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('what is missing or too long in a dialog of a space is said at its field, which has the focus [SPACE-14] @rest', async ({
  page,
  api,
  lovelace,
}) => {
  await page.goto('/spaces');
  await page.getByRole('button', { name: 'New space' }).click();
  const creating = page.getByRole('dialog', { name: 'New space' });
  await creating.getByRole('button', { name: 'Create space' }).click();
  await expect(creating.getByRole('alert')).toHaveText('Name is required');
  await expect(creating.getByLabel('Name')).toBeFocused();
  await creating.getByLabel('Name').fill('Book club');
  await creating.getByLabel('Description').fill('x'.repeat(1_001));
  await creating.getByRole('button', { name: 'Create space' }).click();
  await expect(creating.getByRole('alert')).toHaveText('Shorten it to 1,000 characters');
  await expect(creating.getByLabel('Description')).toBeFocused();

  await page.goto(await createSpace(api, lovelace));
  await choose(page, 'Edit space');
  const dialog = page.getByRole('dialog', { name: 'Edit space' });
  await dialog.getByLabel('Instructions for the AI').fill('x'.repeat(8_001));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Shorten it to 8,000 characters');
  await expect(dialog.getByLabel('Instructions for the AI')).toBeFocused();
  await dialog.getByLabel('Name', { exact: true }).fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
  await dialog.getByLabel('Name', { exact: true }).fill('Film club');
  await dialog.getByLabel('Instructions for the AI').fill('Be brief.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toastOf(page)).toContainText('Saved');
});

test('a saved key goes into no name of a space or of its AI, and into no title of a session [SEND-09] @rest', async ({
  page,
  imitation,
  lovelace: _signedIn,
}) => {
  await storeEntries(page.context(), settingEntries('openai', imitation.url));
  const words = /This looks like your API key/;
  await page.goto('/spaces');
  await page.getByRole('button', { name: 'New space' }).click();
  const creating = page.getByRole('dialog', { name: 'New space' });
  await creating.getByLabel('Name').fill(canary);
  await creating.getByRole('button', { name: 'Create space' }).click();
  await expect(creating.getByLabel('Name')).toHaveAccessibleDescription(words);
  await creating.getByLabel('Name').fill('Book club');
  await creating.getByRole('button', { name: 'Create space' }).click();
  await expect(page.getByRole('heading', { name: 'Book club', level: 1 })).toBeVisible();

  await choose(page, 'Edit space');
  const dialog = page.getByRole('dialog', { name: 'Edit space' });
  for (const name of ['Name of the AI', 'Name']) {
    const field = dialog.getByLabel(name, { exact: true });
    await field.fill(canary);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(field).toHaveAccessibleDescription(words);
    if (name === 'Name') await field.fill('Film club');
  }
  // Its field is gone, not what was typed there.
  await dialog.getByLabel('When the AI answers').selectOption('off');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toastOf(page)).toContainText(words);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await choose(page, 'Sessions');
  await page.getByRole('button', { name: 'Schedule Session' }).last().click();
  const title = page.getByRole('dialog', { name: 'Schedule Session' }).getByLabel('Title');
  await title.fill(canary);
  await title.press('Enter');
  await expect(title).toHaveAccessibleDescription(words);
  await title.fill('');
});

test('someone who joins does not fold the list of members, or close the menu that is open [SPACE-14] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  turing,
}) => {
  const address = await createSpace(api, lovelace);
  for (const one of [hopper, turing, await api.signUp()]) await join(api, one, address);
  // As if a page had room for two.
  await page.route(/\/spaces\/[^/]+\/members/, async (route) => {
    const [url = '', query = ''] = route.request().url().split('?');
    if (query.includes('banned')) return route.continue();
    const { members, people } = await (await route.fetch({ url })).json();
    const isFirst = !query.includes('after');
    const json = {
      members: isFirst ? members.slice(0, 2) : members.slice(2),
      people,
      next: isFirst ? members[1].user_id : null,
    };
    await route.fulfill({ json });
  });
  await page.goto(address);
  await choose(page, 'Members');
  const panel = page.getByRole('dialog', { name: 'Members' });
  const rows = page.getByRole('list', { name: 'Members', includeHidden: true }).locator('> li');
  await expect(rows).toHaveCount(2);
  await panel.getByRole('button', { name: 'Show more' }).click();
  await expect(rows).toHaveCount(4);
  await panel
    .getByRole('button', { name: /^More about/ })
    .last()
    .click();
  await join(api, await api.signUp(), address);
  await expect(rows).toHaveCount(5);
  await expect(page.getByRole('menuitem', { name: 'Make host' })).toBeVisible();
});

test('what one is notified of is the same in every window of a space [SPACE-13] @rest', async ({
  page,
  context,
  api,
  lovelace,
}) => {
  const address = await createSpace(api, lovelace);
  const other = await context.newPage();
  const chosen = async (one: Page, from: string, to: string) => {
    const dialog = one.getByRole('dialog', { name: 'Notifications' });
    await choose(one, 'Notifications');
    await expect(dialog.getByRole('radio', { name: from })).toBeChecked();
    await dialog.getByText(to, { exact: true }).click();
    await expect(toastOf(one)).toContainText('Notifications saved');
    await expect(dialog.getByRole('radio', { name: to })).toBeChecked();
    await one.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  };
  for (const one of [page, other]) await one.goto(address);
  await chosen(other, 'Everything', 'Mentions');
  // Also in a window in which no one looks, which would go on showing notifications.
  const news = other.waitForResponse((response) => response.url().endsWith(`/api/v1${address}`));
  await chosen(page, 'Mentions', 'Nothing');
  await news;
  await chosen(other, 'Nothing', 'Everything');
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

test('members, sessions, costs and what is sent stand beside the messages on a desktop: one goes on writing, and finds them in the next room [SPACE-52]', async ({
  page,
  api,
  lovelace,
  imitation,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await storeEntries(page.context(), settingEntries('openai', imitation.url));
  await page.goto(await createSpace(api, lovelace, 'Film club'));
  const people = page.getByRole('button', { name: '1 person' });
  const members = page.getByRole('dialog', { name: 'Members' });
  await people.press('Enter');
  await expect(members.getByRole('list', { name: 'Members' })).toBeVisible();
  await expect(members.locator(':focus')).toHaveCount(1);
  await say(page, 'Still here');
  await expect(log(page)).toContainText('Still here');
  // It closes what has the focus: nothing here.
  await page.keyboard.press('Escape');
  await expect(members).toBeVisible();
  // Shortcuts are those of the page.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(members).toBeVisible();
  const [list, panel] = [await log(page).boundingBox(), await members.boundingBox()];
  expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(panel?.x ?? 0);

  await members.getByRole('button', { name: 'Close' }).press('Escape');
  await expect(members).toBeHidden();
  await expect(people).toBeFocused();
  const costs = page.getByRole('dialog', { name: 'Costs of the AI' });
  await choose(page, 'Costs of the AI');
  await expect(costs).toBeVisible();
  await choose(page, 'Sessions');
  const sessions = page.getByRole('dialog', { name: 'Sessions' });
  await expect(sessions).toBeVisible();
  await expect(costs).toBeHidden();
  if (isLongRun) await expectCleanInBothColours(page, ['region']);

  // What is sent with a question takes the place while there is one.
  const sent = page.getByRole('dialog', { name: 'What is sent' });
  const asking = page.getByRole('button', { name: 'Ask AI' });
  await asking.click();
  await page.getByRole('button', { name: /^Sends 2 messages from 1 person/ }).press('Enter');
  await expect(sent.getByRole('listitem')).toHaveText([/Still here/, /what you are writing/]);
  await expect(sent.getByRole('button', { name: 'Close' })).toBeFocused();
  await expect(sessions).toBeHidden();
  await asking.click();
  await expect(sent).toBeHidden();

  await expect(sessions).toBeVisible();

  await page.getByRole('link', { name: 'Spaces', exact: true }).first().click();
  await expect(page).toHaveURL('/spaces');
  await page.getByRole('link', { name: 'Film club' }).first().click();
  await expect(sessions).toBeVisible();
  await expect(box(page)).toBeFocused();
});

test('who was sent the address of a public space joins from there [SPACE-02] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
}) => {
  const address = await createSpace(api, lovelace);
  const other = await arrive(hopper, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await other.goto(address);
  await expect(other.getByText('Everyone with an account here can join it.')).toBeVisible();
  await other.getByRole('link', { name: 'Join', exact: true }).click();
  await expect(other.getByText('A public room of 1 person and an AI.')).toBeVisible();
  await other.getByRole('button', { name: 'Join' }).click();
  await expect(other).toHaveURL(address);
  await expect(log(other)).toContainText('You joined');
  await page.goto(address);
  await expect(log(page)).toContainText(`${hopper.name} joined`);
});
